import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Applications } from "../../server/storage/repositories/applications.ts";
import { Drafts } from "../../server/storage/repositories/drafts.ts";
import { Files } from "../../server/storage/repositories/files.ts";
import { Journal } from "../../server/storage/repositories/journal.ts";
import { eraseApplication } from "../../server/storage/retention/erase.ts";
import { rotateKeys, staleCounts } from "../../server/storage/secrets/rotate.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import type { Service } from "../../server/service.ts";
import { signedIn } from "./browsing.ts";
import { canariesIn } from "./canaries.ts";
import { dumpOf } from "./dump.ts";
import { multipart, MULTIPART, picture } from "./given-files.ts";
import { ANSWERS, fillInButIdentity, outsideIsUp, testService, Visitor } from "./service.ts";

const [OLD, NEW] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
const vault = openVault(`old:${OLD}`);
const PROBLEM = "application/problem+json; charset=utf-8";
const logged: string[] = [];
const where = (await outsideIsUp()) ? "outside" : "embedded";
let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ service, stop } = await testService(
    where,
    { FOYER_KEY: `old:${OLD}`, LOG_LEVEL: "trace" },
    { write: (line) => void logged.push(line) },
  ));
});
afterAll(() => stop?.());

/** Somebody at the first page of the form. */
async function applicant(): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.get("/get-started");
  await visitor.act("submit");
  expect(visitor.path).toMatch(/\/applicant$/);
  return visitor;
}
const seen = async (visitor: Visitor, path = visitor.path) =>
  (await visitor.get(path)).json() as ScreenView;
const idOf = ({ path }: Visitor) => decodeURIComponent(path.split("/")[1] ?? "");
const keyOf = async (visitor: Visitor) =>
  (
    await service.database.query<{ key: string }>("select key from applications where id = $1", [
      idOf(visitor),
    ])
  )[0]?.key ?? "";
const kept = async (visitor: Visitor) =>
  service.database.query<{ screen: string; thing: string; body: string }>(
    "select screen, thing, body from drafts where application = $1 order by screen, thing",
    [await keyOf(visitor)],
  );

const opened = async (
  visitor: Visitor,
  row: { readonly screen: string; readonly thing: string; readonly body: string } | undefined,
  by = vault,
) =>
  by.open(row?.body ?? "", {
    column: "drafts.body",
    row: `${await keyOf(visitor)} ${row?.screen} ${row?.thing}`,
    path: "",
  });

describe("a draft", () => {
  it("appears on the page as typed, valid or not, as data and in the HTML, and nowhere in the application", async () => {
    const visitor = await applicant();
    const before = await seen(visitor);
    expect(before.draft?.at).toBeUndefined();
    const answer = await visitor.put({
      over: visitor.over,
      by: "page-1",
      data: {
        firstName: "Kim",
        lastName: " 12\u0000<b>",
        email: "kim at cedar",
        emailConfirm: null,
      },
    });
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    const after = await seen(visitor);
    expect(after.data).toEqual({
      firstName: "Kim",
      lastName: " 12\u0000<b>",
      email: "kim at cedar",
    });
    expect(after.draft).toEqual({
      over: before.draft?.over,
      at: (answer.json() as { at: string }).at,
      by: "page-1",
      fields: expect.arrayContaining(["firstName", "lastName", "email"]),
    });
    expect([after.revision, after.errors]).toEqual([before.revision, undefined]);
    const { body } = await visitor.get(visitor.path, { accept: "text/html" });
    expect(body).toMatch(/<input[^>]*value="kim at cedar"/);
    const journal = await new Journal(service.database, vault).of(idOf(visitor));
    expect(JSON.stringify(journal)).not.toContain("kim at cedar");
    const state = (await new Applications(service.database, vault).byId(idOf(visitor)))?.state;
    expect(state).toBeDefined();
    expect(JSON.stringify(state)).not.toContain("Kim");
  });

  it("changes the page's tag, and an equal page keeps its tag", async () => {
    const visitor = await applicant();
    const first = String((await visitor.get(visitor.path)).headers["etag"]);
    expect((await visitor.get(visitor.path, { "if-none-match": first })).statusCode).toBe(304);
    await visitor.type({ firstName: "Kim" });
    const second = await visitor.get(visitor.path, { "if-none-match": first });
    expect(second.statusCode).toBe(200);
    expect(
      (await visitor.get(visitor.path, { "if-none-match": String(second.headers["etag"]) }))
        .statusCode,
    ).toBe(304);
  });

  it("replaces the earlier one; the later of two tabs counts, and an empty one is not kept", async () => {
    const visitor = await applicant();
    await visitor.type({ firstName: "Kim", lastName: "Lund" });
    await visitor.type({ firstName: "Kima" });
    expect((await seen(visitor)).data).toEqual({ firstName: "Kima" });
    const answer = await visitor.type({ firstName: null });
    expect(answer.json()).toEqual({});
    expect(await kept(visitor)).toEqual([]);
    expect((await seen(visitor)).data).toEqual({});
  });

  it("clears a saved answer, and omits values that equal it", async () => {
    const visitor = await applicant();
    await visitor.act("submit", ANSWERS.applicant);
    const path = visitor.path.replace("business", "applicant");
    await visitor.get(path);
    await visitor.type({ ...ANSWERS.applicant, lastName: null }, {}, path);
    expect((await seen(visitor, path)).data).toEqual({
      firstName: "Kim",
      email: "kim@cedar.dev",
      emailConfirm: "kim@cedar.dev",
    });
    const [row] = await kept(visitor);
    expect(JSON.parse(await opened(visitor, row))).toEqual({
      data: { lastName: null },
      over: { lastName: "Lund" },
      places: { lastName: "applicant.lastName" },
    });
  });

  it("holds no secret, and no field that the form has not", async () => {
    const visitor = new Visitor(service);
    await fillInButIdentity(visitor);
    expect(
      (
        await visitor.type({
          ...ANSWERS.identity,
          decision: "APPROVED",
          constructor: "x",
          "application.id": "x",
        })
      ).statusCode,
    ).toBe(200);
    const [row] = await kept(visitor);
    const { data } = JSON.parse(await opened(visitor, row)) as { data: object };
    const { ssn4: _, ...rest } = ANSWERS.identity;
    expect(data).toEqual(rest);
    const { data: shown, form } = await seen(visitor);
    expect(Object.keys(shown)).not.toContain("decision");
    expect([shown["ssn4"], form?.kept]).toEqual([undefined, {}]);
  });

  it("is forgotten by the step that sends it, and by no other", async () => {
    const visitor = await applicant();
    await visitor.type({ firstName: "Kim", lastName: "Lund" });
    const wrong = await visitor.act("submit", { ...ANSWERS.applicant, email: "no" });
    expect(wrong.statusCode).toBe(422);
    expect((await kept(visitor)).length).toBe(1);
    await visitor.act("submit", ANSWERS.applicant);
    expect(await kept(visitor)).toEqual([]);
    await visitor.type({ legalName: "Cedar & Pine LLC", dba: "1" });
    await visitor.act("back", { legalName: "Cedar & Pine LLC", dba: "1" });
    expect(visitor.path).toMatch(/\/applicant$/);
    // What is right was saved on the way back, and what is wrong is not lost.
    const business = await seen(visitor, visitor.path.replace("applicant", "business"));
    expect([business.data["legalName"], business.data["dba"]]).toEqual(["Cedar & Pine LLC", "1"]);
  });

  it("never hides a later answer: of other tabs, other pages, other people", async () => {
    const visitor = await applicant();
    const stale = visitor.over;
    await visitor.type({ firstName: "Old", lastName: "Typed" });
    // Another tab sends the same page; what the first one types afterwards is typed over answers
    // that are no more.
    await visitor.act("submit", ANSWERS.applicant);
    const path = visitor.path.replace("business", "applicant");
    const late = await visitor.put({ over: stale, data: { firstName: "Older" } }, {}, path);
    expect([late.statusCode, late.headers["content-type"]]).toEqual([409, PROBLEM]);
    expect(late.json()).toMatchObject({ type: "urn:foyer:problem:stale" });
    expect((await seen(visitor, path)).data).toMatchObject(ANSWERS.applicant);

    // What an address brings takes no answer's place, and none that is being typed.
    await visitor.type({ ...ANSWERS.applicant, firstName: "Kima", lastName: "Lundt" }, {}, path);
    expect((await seen(visitor, path)).data).toMatchObject({
      firstName: "Kima",
      lastName: "Lundt",
    });
    await visitor.get(`${path}?email=other%40cedar.dev&name=Toni%20Lund`);
    expect((await seen(visitor, path)).data).toMatchObject({
      firstName: "Kima",
      lastName: "Lundt",
      email: ANSWERS.applicant.email,
    });
  });

  it("remains while the application advances elsewhere, and does not block it", async () => {
    const visitor = await applicant();
    await visitor.act("submit", ANSWERS.applicant);
    const over = visitor.over;
    const { path, revision } = visitor;
    // A step on another page: this page's revision is old, its answers are not.
    await visitor.get(path.replace("business", "applicant"));
    await visitor.act("submit", { ...ANSWERS.applicant, firstName: "Kima" });
    expect(visitor.revision).toBeGreaterThan(revision);
    expect((await visitor.put({ over, data: { dba: "Cedar" } }, {}, path)).statusCode).toBe(200);
    expect((await seen(visitor, path)).data["dba"]).toBe("Cedar");
  });

  it("is one of all that come at once, beside steps", async () => {
    const visitor = await applicant();
    const [, ...typed] = await Promise.all([
      visitor.act("submit", ANSWERS.applicant),
      ...["a", "b", "c", "d"].map((lastName) =>
        visitor.type({ firstName: "Kim", lastName }, {}, visitor.path),
      ),
    ]);
    expect(
      typed
        .map(({ statusCode }) => statusCode)
        .filter((status) => status !== 200 && status !== 409),
    ).toEqual([]);
    expect((await seen(visitor, visitor.path.replace("business", "applicant"))).data).toMatchObject(
      ANSWERS.applicant,
    );
    expect((await kept(visitor)).length).toBeLessThan(2);
  });
});

describe("the readers of a draft", () => {
  it("in a new tab, and after signing in on another device, on the first unfinished page", async () => {
    const email = `${randomUUID()}@kim.example`;
    const phone = await applicant();
    await phone.act("submit", ANSWERS.applicant);
    await phone.type({ legalName: "Cedar & Pine LLC" });
    await signedIn(phone, email);
    expect((await seen(phone)).data["legalName"]).toBe("Cedar & Pine LLC");
    const laptop = new Visitor(service);
    await signedIn(laptop, email);
    const found = await seen(laptop, "/get-started");
    const resumed = found.screen === "business" ? found : await seen(laptop, phone.path);
    expect([resumed.screen, resumed.data["legalName"]]).toEqual(["business", "Cedar & Pine LLC"]);
    await laptop.type({ legalName: "Cedar & Pine LLC", dba: "Cedar" });
    expect((await seen(phone)).data["dba"]).toBe("Cedar");
  });

  it("exclude another visitor, a request without a session, another site", async () => {
    const visitor = await applicant();
    const other = await applicant();
    const { over, path } = visitor;
    const status = async (
      answer: Promise<{ readonly statusCode: number; readonly body: string }>,
    ) => {
      const { statusCode, body } = await answer;
      return [statusCode, (JSON.parse(body) as { type: string }).type.split(":").at(-1)];
    };
    expect(await status(other.put({ over, data: { firstName: "Eve" } }, {}, path))).toEqual([
      403,
      "application-forbidden",
    ]);
    // Whether an application exists is not to be learned.
    const unheard = path.replace(/urn[^/]*/, "urn:app:unheard-of");
    expect(unheard).not.toBe(path);
    const answers = await Promise.all(
      [path, unheard].flatMap((each) => [
        other.put({ over, data: {} }, {}, each),
        other.post({ action: "submit", data: {}, revision: 1 }, {}, each),
        other.post({ action: "@unload" }, {}, each),
      ]),
    );
    const told = answers.map(({ statusCode, body }) => [statusCode, body]);
    expect(told.slice(3)).toEqual(told.slice(0, 3));
    expect(await status(new Visitor(service).put({ over, data: {} }, {}, path))).toEqual([
      401,
      "no-session",
    ]);
    const nobody = await new Visitor(service).put({ over, data: {} }, {}, "/get-started");
    expect([nobody.statusCode, nobody.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(
      await status(visitor.type({ firstName: "Eve" }, { "sec-fetch-site": "cross-site" })),
    ).toEqual([403, "cross-site"]);
    expect(
      await status(visitor.type({ firstName: "Eve" }, { origin: "https://evil.example" })),
    ).toEqual([403, "cross-site"]);
    expect(await kept(visitor)).toEqual([]);
  });
});

describe("how much, and how long", () => {
  it("bodies that are too long, malformed or of another kind are refused as problems", async () => {
    const visitor = await applicant();
    const { over } = visitor;
    const status = async (body: unknown, headers: Record<string, string> = {}) => {
      const { statusCode, headers: answered } = await visitor.put(body, headers);
      return [statusCode, answered["content-type"]];
    };
    for (const body of [
      { data: {} },
      { over },
      { over, data: [] },
      { over, data: { firstName: {} } },
      { over, data: {}, action: "submit" },
      { over, data: {}, by: "<b>" },
      "[]",
      "null",
      '{"over"',
    ])
      expect(await status(body), JSON.stringify(body)).toEqual([400, PROBLEM]);
    expect(await status({ over, data: { firstName: "x".repeat(33 * 1024) } })).toEqual([
      413,
      PROBLEM,
    ]);
    expect(await status("over=x", { "content-type": "application/x-www-form-urlencoded" })).toEqual(
      [415, PROBLEM],
    );
    expect(await status({ over: "x", data: {} })).toEqual([409, PROBLEM]);
    expect(
      (await visitor.put({ over, data: {} }, {}, visitor.path.replace("applicant", "nowhere")))
        .statusCode,
    ).toBe(404);
    expect(
      (await visitor.put({ over, data: {} }, {}, visitor.path.replace("applicant", "identity")))
        .statusCode,
    ).toBe(409);
    expect(await kept(visitor)).toEqual([]);
  });

  it("a visitor's are kept sixty times a minute", async () => {
    const visitor = await applicant();
    const answers = [];
    for (let times = 0; times < 61; times++)
      answers.push(await visitor.put({ over: "x", data: {} }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 60 }, () => 409),
      429,
    ]);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("60");
  });

  it("fifty are kept of an application, and the oldest make room", async () => {
    const visitor = await applicant();
    const [application, drafts] = [await keyOf(visitor), new Drafts(service.database, vault)];
    const place = (resource: string) => ({
      application,
      subject: Buffer.from("s"),
      screen: "owner",
      resource,
    });
    const { revision } = await seen(visitor);
    for (let at = 0; at < 52; at++)
      await drafts.save(
        place(String(at)),
        { data: {}, over: {} },
        { files: [], revision, days: 1 },
      );
    expect((await kept(visitor)).length).toBe(50);
    expect([await drafts.find(place("1")), (await drafts.find(place("2")))?.data]).toEqual([
      undefined,
      {},
    ]);
    expect(
      await drafts.save(
        place("0"),
        { data: {}, over: {} },
        { files: [], revision: revision - 1, days: 1 },
      ),
    ).toBeUndefined();
  });

  it("goes when its days are over, and with the application", async () => {
    const visitor = await applicant();
    await visitor.type({ firstName: "Kim" });
    const [due] = await service.database.query<{ days: number }>(
      "select round(extract(epoch from forget_at - kept_at) / 86400)::int as days from drafts where application = $1",
      [await keyOf(visitor)],
    );
    expect(due?.days).toBe(30);
    await service.database.query(
      "update drafts set forget_at = now() - interval '1 second' where application = $1",
      [await keyOf(visitor)],
    );
    expect((await seen(visitor)).data).toEqual({});
    await new Drafts(service.database, vault).forgetOld();
    expect(await kept(visitor)).toEqual([]);
    await visitor.type({ firstName: "Kim" });
    expect(await eraseApplication(service.database, await keyOf(visitor), "asked")).toMatchObject({
      rows: { drafts: 1 },
    });
  });
});

describe("in the database", () => {
  it("lies sealed, opens with the new key alone once keys were turned, and is in no log", async () => {
    const visitor = await applicant();
    await visitor.type({
      firstName: "Ysolde",
      lastName: "Brightwater",
      email: "ysolde@brightwater.example",
    });
    const canaries = ["Ysolde", "Brightwater", "ysolde@brightwater.example"];
    expect(canariesIn(`${await dumpOf(service.database)}${logged.join("\n")}`, canaries)).toEqual(
      [],
    );
    const both = openVault(`new:${NEW},old:${OLD}`);
    expect(Object.keys(await staleCounts(service.database, both))).toContain("drafts.body");
    expect(await rotateKeys(service.database, both)).toMatchObject({
      rows: { drafts: expect.any(Number) as number },
      unopened: [],
    });
    const [row] = await kept(visitor);
    expect(await opened(visitor, row, openVault(`new:${NEW}`))).toContain("Ysolde");
    await rotateKeys(service.database, openVault(`old:${OLD},new:${NEW}`));
    expect((await seen(visitor)).data["firstName"]).toBe("Ysolde");
  });

  it("holds on to the files that it refers to, and shows them again", async () => {
    const reader = new Visitor(service);
    await reader.get("/library-card");
    reader.path = "/library-card/";
    await reader.get("/library-card");
    await reader.act("submit");
    const upload = async (side: number) => {
      const { statusCode, body } = await service.app.inject({
        method: "POST",
        url: `${reader.path}?upload=proof`,
        headers: {
          host: "localhost",
          accept: "application/json",
          ...MULTIPART,
          cookie: reader.cookie ?? "",
        },
        payload: multipart({}, [
          { field: "file", name: "bill.png", bytes: await picture("png", side, side) },
        ]),
      });
      expect(statusCode).toBe(201);
      return (JSON.parse(body) as { id: string }).id;
    };
    const [named, loose] = [await upload(600), await upload(601)];
    await reader.type({ name: "Ada Noor", proof: named });
    await service.database.query("update files set created_at = now() - interval '2 days'");
    await new Files(service.database, vault).forgetOld();
    const left = await service.database.query<{ id: string }>(
      "select id from files where id = any($1)",
      [[named, loose]],
    );
    expect(left.map(({ id }) => id)).toEqual([named]);
    const view = await seen(reader);
    expect([view.data["proof"], view.form?.files?.["proof"]]).toEqual([
      named,
      [expect.objectContaining({ id: named, name: "bill.png" })],
    ]);
    await service.database.query("delete from files where id = $1", [named]);
    const without = await seen(reader);
    expect([without.data["name"], without.data["proof"]]).toEqual(["Ada Noor", undefined]);
  });
});
