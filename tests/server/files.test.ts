import sharp from "sharp";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Files } from "../../server/storage/repositories/files.ts";
import { eraseApplication } from "../../server/storage/retention/erase.ts";
import { rotateKeys, staleCounts } from "../../server/storage/secrets/rotate.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import type { Service } from "../../server/service.ts";
import { canariesIn } from "./canaries.ts";
import { dumpOf } from "./dump.ts";
import {
  bomb,
  multipart,
  MULTIPART,
  pdf,
  pdfWithPacked,
  photoWithPlace,
  picture,
  type TestFile,
} from "./given-files.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const logged: string[] = [];
let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  const env = { FOYER_KEY: `old:${OLD}`, LOG_LEVEL: "trace" };
  ({ service, stop } = await testService((await outsideIsUp()) ? "outside" : "embedded", env, {
    write: (line) => void logged.push(line),
  }));
});
afterAll(async () => stop?.());

interface Given {
  readonly id: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly code: string;
    readonly message: string;
  }[];
}

/** Somebody at the page that asks for the proof. */
class Reader extends Visitor {
  static async begin(): Promise<Reader> {
    const reader = new Reader(service);
    await reader.get("/library-card");
    reader.path = "/library-card/";
    await reader.get("/library-card");
    await reader.act("submit");
    expect(reader.path).toMatch(/\/reader$/);
    return reader;
  }

  async upload(
    bytes: Buffer,
    name = "bill.jpg",
    field = "proof",
    headers: Record<string, string> = {},
  ) {
    return this.send(
      `${this.path}?upload=${field}`,
      multipart({}, [{ field: "file", name, bytes }]),
      { accept: "application/json", ...headers },
    );
  }

  /** A form as a browser without scripts sends it. */
  async sendForm(fields: Readonly<Record<string, string>>, files: readonly TestFile[] = []) {
    return this.send(
      this.path,
      multipart({ revision: String(this.revision), action: "submit", ...fields }, files),
      { accept: "text/html" },
    );
  }

  async send(url: string, payload: Buffer, headers: Record<string, string>) {
    return service.app.inject({
      method: "POST",
      url,
      headers: {
        host: "localhost",
        ...MULTIPART,
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
      payload,
    });
  }

  async see(id: string) {
    return this.get(`${this.path}?file=${id}`);
  }

  get key(): Promise<string> {
    return service.database
      .query<{ key: string }>("select key from applications where id = $1", [
        decodeURIComponent(this.path.split("/")[2] ?? ""),
      ])
      .then(([row]) => row?.key ?? "");
  }
}

const ANSWERS = { name: "Ada Noor", born: "1990/02/28", lives: "here" };

describe("a file's type", () => {
  it.each<[string, string, () => Promise<Buffer> | Buffer, string]>([
    [
      "a page that is called a photo",
      "photo.jpg",
      () => Buffer.from("<!doctype html><script>alert(1)</script>"),
      "validation.file.kind",
    ],
    [
      "a drawing with a script",
      "photo.png",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      "validation.file.kind",
    ],
    [
      "a picture of a kind that is not asked for",
      "photo.jpg",
      async () =>
        sharp(await picture("png", 600, 600))
          .gif()
          .toBuffer(),
      "validation.file.kind",
    ],
    [
      "a program",
      "bill.pdf",
      () => Buffer.concat([Buffer.from("MZ"), randomBytes(400)]),
      "validation.file.kind",
    ],
    ["nothing at all", "bill.pdf", () => Buffer.alloc(0), "validation.file.damaged"],
    [
      "the beginning of a photo",
      "photo.jpg",
      async () => (await picture("jpeg", 1200, 900)).subarray(0, 3000),
      "validation.file.damaged",
    ],
    [
      "a photo of another kind's head",
      "photo.jpg",
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await picture("png", 600, 600)]),
      "validation.file.damaged",
    ],
    [
      "a photo that nobody can read",
      "photo.jpg",
      async () => picture("jpeg", 700, 200),
      "validation.file.pixels",
    ],
    [
      "a picture that unfolds into gigabytes",
      "photo.png",
      async () => bomb(60_000),
      "validation.file.damaged",
    ],
    [
      "20 MB",
      "photo.jpg",
      async () => Buffer.concat([await picture("jpeg", 600, 600), randomBytes(20_000_000)]),
      "validation.file.bytes",
    ],
    [
      "a document with a password",
      "bill.pdf",
      () => pdf("", "/Encrypt 9 0 R"),
      "validation.file.locked",
    ],
    [
      "a document with a script",
      "bill.pdf",
      () => pdf("3 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj"),
      "validation.file.active",
    ],
    [
      "a script whose name is spelt otherwise",
      "bill.pdf",
      () => pdf("3 0 obj << /S /J#61vaScript >> endobj"),
      "validation.file.active",
    ],
    [
      "a script that is packed away",
      "bill.pdf",
      () => pdfWithPacked("1 0 << /S /JavaScript /JS (x) >>"),
      "validation.file.active",
    ],
    [
      "a document that starts programs",
      "bill.pdf",
      () => pdf("3 0 obj << /S /Launch /F (cmd.exe) >> endobj"),
      "validation.file.active",
    ],
    [
      "a document with a file inside",
      "bill.pdf",
      () => pdf("3 0 obj << /Type /Filespec /EF << /F 4 0 R >> /EmbeddedFile >> endobj"),
      "validation.file.active",
    ],
    [
      "a document with an archive behind it",
      "bill.pdf",
      () => Buffer.concat([pdf(), Buffer.from("PK\u0003\u0004 more")]),
      "validation.file.damaged",
    ],
    [
      "a page with a document behind it",
      "bill.pdf",
      () => Buffer.concat([Buffer.from("<script>1</script>"), pdf()]),
      "validation.file.kind",
    ],
  ])("%s is refused in words", async (_, name, bytes, code) => {
    const reader = await Reader.begin();
    const response = await reader.upload(await bytes(), name);
    expect(response.statusCode).toBe(422);
    const { errors } = response.json<Given>();
    expect(errors).toEqual([
      { pointer: "/proof", code, message: expect.stringMatching(/^[A-Z].*\.$/) as string },
    ]);
    expect(
      await service.database.query("select 1 from files where application = $1", [
        await reader.key,
      ]),
    ).toEqual([]);
  });

  it("takes a document under any name", async () => {
    const reader = await Reader.begin();
    const response = await reader.upload(
      pdfWithPacked("1 0 << /Type /Page >>"),
      "C:\\letters\\..\\bill\u202efdp.exe",
    );
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^file_/) as string,
      name: "billfdp.exe",
      size: "1 kB",
      picture: false,
    });
  });

  it("re-encodes pictures: upright, smaller, and without location, texts and trailing data", async () => {
    const reader = await Reader.begin();
    const word = "Vexillologist";
    const photo = Buffer.concat([
      await photoWithPlace(word),
      Buffer.from("PK\u0003\u0004<script>Vexillologist</script>"),
    ]);
    expect(photo.includes(word)).toBe(true);
    const { id } = (await reader.upload(photo)).json<Given>();
    const files = new Files(service.database, openVault(`old:${OLD}`));
    const content = await files.contentOf(await reader.key, id);
    expect(content?.includes(word)).toBe(false);
    const { width, height, exif, orientation } = await sharp(content).metadata();
    expect({ width, height, exif, orientation }).toEqual({
      width: 600,
      height: 900,
      exif: undefined,
      orientation: undefined,
    });
    const { id: wide } = (
      await reader.upload(await picture("webp", 3600, 1800), "wide.webp")
    ).json<Given>();
    expect(await sharp(await files.contentOf(await reader.key, wide)).metadata()).toMatchObject({
      format: "webp",
      width: 2400,
      height: 1200,
    });
  });
});

describe("POST ?upload", () => {
  it("answers the same file with the same id, and keeps it once", async () => {
    const reader = await Reader.begin();
    const photo = await picture("jpeg", 600, 600);
    const [first, second] = [await reader.upload(photo), await reader.upload(photo)];
    expect(second.json()).toEqual(first.json());
    expect(
      await service.database.query("select 1 from files where application = $1", [
        await reader.key,
      ]),
    ).toHaveLength(1);
  });

  it("accepts visitors of the page only, and fields of files only", async () => {
    const reader = await Reader.begin();
    const other = await Reader.begin();
    const photo = await picture("jpeg", 600, 600);
    expect((await reader.upload(photo, "a.jpg", "name")).statusCode).toBe(404);
    expect(
      (await reader.upload(photo, "a.jpg", "proof", { "sec-fetch-site": "cross-site" })).statusCode,
    ).toBe(403);
    expect(
      (await reader.upload(photo, "a.jpg", "proof", { origin: "https://elsewhere.example" }))
        .statusCode,
    ).toBe(403);
    const url = `${reader.path}?upload=proof`;
    const body = multipart({}, [{ field: "file", name: "a.jpg", bytes: photo }]);
    expect((await other.send(url, body, { accept: "application/json" })).statusCode).toBe(403);
    expect(
      (await new Reader(service).send(url, body, { accept: "application/json" })).statusCode,
    ).toBe(401);
    expect(
      (await reader.send(url, multipart({}, []), { accept: "application/json" })).statusCode,
    ).toBe(400);
    expect(
      (await reader.send(url, body.subarray(0, 400), { accept: "application/json" })).statusCode,
    ).toBe(400);
    await reader.act("submit", ANSWERS);
    // The page that asked is not where they are now: a confirmed application takes no files any
    // more.
    await reader.act("submit");
    expect((await reader.send(url, body, { accept: "application/json" })).statusCode).toBe(404);
  });

  it("is not read for a visitor without a session where the page asks for none", async () => {
    const nobody = new Reader(service);
    nobody.path = "/library-card";
    const answer = await nobody.send(nobody.path, Buffer.from("no parts at all"), {
      accept: "application/json",
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ type: "urn:foyer:problem:no-session" });
  });

  it("is refused by the sides in its header, before it is decoded", async () => {
    const reader = await Reader.begin();
    const answer = await reader.upload(await picture("png", 600, 17_000));
    expect(answer.json<Given>().errors?.[0]?.code).toContain("file.damaged");
  });

  it("may be sent so many times a minute, refused ones included", async () => {
    const reader = await Reader.begin();
    const statuses = new Set<number>();
    for (let at = 0; at < 61; at++)
      statuses.add((await reader.upload(Buffer.from("no picture"))).statusCode);
    expect([...statuses]).toEqual([422, 429]);
  });

  it("makes room by forgetting the oldest that nothing refers to, never one that is used", async () => {
    const reader = await Reader.begin();
    const { id: used } = (await reader.upload(pdf("% used"), "used.pdf")).json<Given>();
    await reader.act("submit", { ...ANSWERS, proof: used });
    reader.path = reader.path.replace("/confirm", "/reader");
    await reader.get(reader.path);
    for (let count = 0; count < 34; count++)
      expect((await reader.upload(pdf(`% ${count}`), "more.pdf")).statusCode).toBe(201);
    const rows = await service.database.query<{ id: string; used: boolean }>(
      "select id, used from files where application = $1",
      [await reader.key],
    );
    expect(rows).toHaveLength(30);
    expect(rows.filter((row) => row.used)).toEqual([{ id: used, used: true }]);
    await service.database.query("update files set used = true where application = $1", [
      await reader.key,
    ]);
    expect(
      (await reader.upload(pdf("% one more"), "more.pdf")).json<Given>().errors?.[0]?.code,
    ).toBe("validation.file.many");
  });
});

describe("a reference", () => {
  it("is replaced by the file's metadata; other members sent with it are dropped", async () => {
    const reader = await Reader.begin();
    const { id } = (
      await reader.upload(await picture("png", 640, 500), "Bill of May.png")
    ).json<Given>();
    const response = await reader.act("submit", { ...ANSWERS, proof: id });
    expect(response.statusCode).toBe(200);
    expect(reader.path).toMatch(/\/confirm$/);
    expect(response.body).toContain("Bill of May.png");
    reader.path = reader.path.replace("/confirm", "/reader");
    const back = await reader.get(reader.path);
    expect(back.json<{ data: object; form: { files: object } }>()).toMatchObject({
      data: { proof: id },
      form: { files: { proof: [{ id, name: "Bill of May.png", picture: true }] } },
    });
  });

  it("is refused like any wrong value when it is another's, forged, or more than an id", async () => {
    const [reader, other] = [await Reader.begin(), await Reader.begin()];
    const { id } = (await other.upload(pdf(), "theirs.pdf")).json<Given>();
    const forged = { id, name: "x.pdf", kind: "pdf", bytes: 9 };
    for (const proof of [
      id,
      `file_${"A".repeat(22)}`,
      "x",
      "file_",
      forged,
      [id],
      7,
      { refused: "none" },
    ]) {
      const response = await reader.act("submit", { ...ANSWERS, proof });
      expect(response.statusCode).toBe(422);
      expect(response.json<Given>().errors).toMatchObject([
        { pointer: "/proof", code: "validation.file.unknown" },
      ]);
    }
  });

  it("serves its picture to its visitor, as content that cannot run", async () => {
    const [reader, other] = [await Reader.begin(), await Reader.begin()];
    const { id } = (await reader.upload(await picture("png", 640, 500), "bill.png")).json<Given>();
    const shown = await reader.see(id);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "content-disposition": 'attachment; filename="preview.jpg"',
    });
    expect((await sharp(shown.rawPayload).metadata()).format).toBe("jpeg");
    const { id: document } = (await reader.upload(pdf(), "bill.pdf")).json<Given>();
    for (const each of [document, `file_${"A".repeat(22)}`, "../x"])
      expect((await reader.see(each)).statusCode).toBe(404);
    expect((await other.get(`${reader.path}?file=${id}`)).statusCode).toBe(404);
    expect((await other.see(id)).statusCode).toBe(404);
  });
});

describe("without scripts", () => {
  it("the form carries the file, keeps it beside other mistakes, and takes it away again", async () => {
    const reader = await Reader.begin();
    const page = await service.app.inject({
      method: "GET",
      url: reader.path,
      headers: { host: "localhost", accept: "text/html", cookie: reader.cookie ?? "" },
    });
    expect(page.body).toMatch(/enctype="multipart\/form-data"/i);
    expect(page.body).toMatch(/<input[^>]*type="file"[^>]*name="proof~file"/);
    const wrong = await reader.sendForm({ ...ANSWERS, born: "1990/02/31" }, [
      { field: "proof~file", name: "bill.png", bytes: await picture("png", 640, 500) },
    ]);
    expect(wrong.statusCode).toBe(422);
    const [, id = ""] = /name="proof" value="(file_[\w-]{22})"/.exec(wrong.body) ?? [];
    expect(id).not.toBe("");
    expect(wrong.body).toContain("bill.png");
    const refused = await reader.sendForm({ ...ANSWERS, proof: id }, [
      { field: "proof~file", name: "bill.png", bytes: Buffer.from("<html>") },
    ]);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain("This kind of file cannot be taken");
    expect(refused.body).toContain(`value="${id}"`);
    const right = await reader.sendForm({ ...ANSWERS, proof: id }, [
      { field: "proof~file", name: "", bytes: Buffer.alloc(0) },
    ]);
    expect(right.statusCode).toBe(303);
    expect(right.headers.location).toMatch(/\/confirm$/);
    await reader.get(reader.path);
    const away = await reader.sendForm({ ...ANSWERS, proof: id, "proof~remove": id });
    expect(away.statusCode).toBe(303);
    expect((await reader.get(right.headers.location ?? "")).body).not.toContain("bill.png");
  });

  it("the same form sent twice is one step; with another file in it, it is another request", async () => {
    const reader = await Reader.begin();
    const fields = { ...ANSWERS, key: "a-key-of-its-own" };
    const file = { field: "proof~file", name: "bill.pdf", bytes: pdf() };
    expect((await reader.sendForm(fields, [file])).statusCode).toBe(303);
    expect((await reader.sendForm(fields, [file])).statusCode).toBe(303);
    expect((await reader.sendForm(fields, [{ ...file, bytes: pdf("% other") }])).statusCode).toBe(
      422,
    );
    expect(
      await service.database.query("select 1 from files where application = $1", [
        await reader.key,
      ]),
    ).toHaveLength(1);
  });
});

describe("stored files", () => {
  const NAME = "Bill of Quillonbridge.png";

  async function used(): Promise<{ readonly reader: Reader; readonly id: string }> {
    const reader = await Reader.begin();
    const { id } = (await reader.upload(await picture("png", 640, 500), NAME)).json<Given>();
    await reader.act("submit", { ...ANSWERS, proof: id });
    return { reader, id };
  }

  it("hide their content and names without the key; logs do too", async () => {
    const { reader } = await used();
    const photo = await photoWithPlace("Vexillologist");
    await reader.upload(photo, "Quillonbridge again.jpg");
    await reader.upload(Buffer.from("<html>Quillonbridge"), "Quillonbridge.html");
    const dump = await dumpOf(service.database);
    // How pictures begin, as the dump would show it: a word out of it may come up by chance in what
    // is sealed.
    const signatures = await Promise.all(
      (["png", "jpeg"] as const).map(async (kind) =>
        JSON.stringify((await picture(kind, 2, 2)).subarray(0, 7).toString("latin1")).slice(1, -1),
      ),
    );
    expect(canariesIn(dump, ["Quillonbridge", "Vexillologist", ...signatures])).toEqual([]);
    expect(canariesIn(logged.join("\n"), ["Quillonbridge", "Vexillologist"])).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
  });

  it("goes after a day where no application refers to it, and at once with the application", async () => {
    const { reader, id } = await used();
    const files = new Files(service.database, openVault(`old:${OLD}`));
    const { id: unused } = (
      await used().then(async (other) => other.reader.upload(pdf(), "x.pdf"))
    ).json<Given>();
    const { id: fresh } = (
      await Reader.begin().then(async (other) => other.upload(pdf(), "y.pdf"))
    ).json<Given>();
    await service.database.query(
      "update files set created_at = now() - interval '25 hours' where id <> $1",
      [fresh],
    );
    await files.forgetOld();
    const left = (await service.database.query<{ id: string }>("select id from files")).map(
      (row) => row.id,
    );
    expect(left).toEqual(expect.arrayContaining([id, fresh]));
    expect(left).not.toContain(unused);
    const erased = await eraseApplication(service.database, await reader.key, "asked");
    expect(erased?.rows["files"]).toBe(1);
    expect(await service.database.query("select 1 from files where id = $1", [id])).toEqual([]);
  });

  it("one that another takes the place of is used no longer", async () => {
    const { reader, id } = await used();
    reader.path = reader.path.replace("/confirm", "/reader");
    await reader.get(reader.path);
    const { id: other } = (await reader.upload(pdf(), "other.pdf")).json<Given>();
    await reader.act("submit", { ...ANSWERS, proof: other });
    expect(
      await service.database.query(
        "select id, used from files where application = $1 order by used",
        [await reader.key],
      ),
    ).toEqual([
      { id, used: false },
      { id: other, used: true },
    ]);
  });

  it("opens after the keys were turned, with the new one alone", async () => {
    const { reader, id } = await used();
    const both = openVault(`new:${NEW},old:${OLD}`);
    await rotateKeys(service.database, both);
    expect(await staleCounts(service.database, both)).toEqual({});
    const content = await new Files(service.database, openVault(`new:${NEW}`)).contentOf(
      await reader.key,
      id,
    );
    expect(await sharp(content).metadata()).toMatchObject({
      format: "png",
      width: 640,
      height: 500,
    });
  });
});
