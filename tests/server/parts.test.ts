import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import type { Service } from "../../server/service.ts";
import { writeCard } from "../card-flow.ts";
import { partedCard } from "../parted-card.ts";
import { multipart, MULTIPART, picture } from "./given-files.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

const where = (await outsideIsUp()) ? "outside" : "embedded";
const HTML = { accept: "text/html" };
const FORM = { ...HTML, "content-type": "application/x-www-form-urlencoded" };

let folder: string;
let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-parts-"));
  await writeCard(folder, await partedCard());
  ({ service, stop } = await testService(where, { FOYER_FLOWS: folder }));
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

/** Somebody at the first part of the form. */
async function reader(): Promise<Visitor & { readonly base: string }> {
  const visitor = new Visitor(service);
  await visitor.get("/library-card");
  await visitor.act("submit");
  return Object.assign(visitor, { base: visitor.path.split("?")[0] ?? "" });
}

const viewOf = (answer: { json(): unknown }) => answer.json() as ScreenView;

describe("a form in parts, as data", () => {
  it("has the part in its path, and Continue leads from part to part", async () => {
    const kim = await reader();
    expect(kim.path).toBe(`${kim.base}?part=name`);
    const home = viewOf(await kim.act("submit", { name: "Ada Noor", born: "1990/02/28" }));
    expect([home.path, home.part, home.screen]).toEqual([
      `${kim.base}?part=home`,
      "home",
      "reader",
    ]);
    expect(Object.keys(home.form?.schema["properties"] ?? {})).toEqual(["lives"]);
    await kim.act("submit", { lives: "here" });
    expect(kim.path).toBe(`${kim.base}?part=proof`);
    expect(viewOf(await kim.act("submit")).screen).toBe("confirm");
  });

  it("answers a mistake with the part that has it", async () => {
    const kim = await reader();
    const refused = await kim.act("submit", { name: "Ada Noor" });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      errors: [{ pointer: "/born" }],
      view: { part: "name", data: { name: "Ada Noor" } },
    });
  });

  it("takes the whole form at the address without a part, and shows the part with a mistake", async () => {
    const kim = await reader();
    const data = { name: "Ada Noor", born: "1990/02/28" };
    const refused = await kim.post(
      { action: "submit", data: { ...data, lives: "there" }, revision: kim.revision },
      {},
      kim.base,
    );
    expect(refused.json()).toMatchObject({
      errors: [{ pointer: "/lives" }],
      view: { part: "home", path: `${kim.base}?part=home` },
    });
    const sent = await kim.post(
      { action: "submit", data: { ...data, lives: "here" }, revision: kim.revision },
      {},
      kim.base,
    );
    expect(viewOf(sent).screen).toBe("confirm");
  });

  it("answers 409 with the right part where a part is not asked any more", async () => {
    const kim = await reader();
    const { revision } = kim;
    const gone = await kim.post(
      { action: "submit", data: {}, revision },
      {},
      `${kim.base}?part=shoes`,
    );
    expect([gone.statusCode, (gone.json() as { view: ScreenView }).view.part]).toEqual([
      409,
      "name",
    ]);
  });

  it("keeps a draft of each part by itself, on any device", async () => {
    const kim = await reader();
    await kim.type({ name: "Ada" });
    await kim.get(`${kim.base}?part=home`);
    await kim.type({ lives: "elsewhere" });
    const other = new Visitor(service);
    other.cookie = kim.cookie;
    expect(viewOf(await other.get(`${kim.base}?part=name`)).data).toEqual({ name: "Ada" });
    expect(viewOf(await other.get(`${kim.base}?part=home`)).data).toEqual({ lives: "elsewhere" });
    await other.get(`${kim.base}?part=name`);
    await other.act("submit", { name: "Ada Noor", born: "1990/02/28" });
    expect(viewOf(await other.get(`${kim.base}?part=home`)).data).toEqual({ lives: "elsewhere" });
    const name = viewOf(await other.get(`${kim.base}?part=name`));
    expect([name.data["name"], name.draft?.at]).toEqual(["Ada Noor", undefined]);
  });

  it("takes the file of a part, whose upload names no part", async () => {
    const kim = await reader();
    await kim.act("submit", { name: "Ada Noor", born: "1990/02/28" });
    await kim.act("submit", { lives: "here" });
    const bytes = await picture("png", 640, 640);
    const uploaded = await service.app.inject({
      method: "POST",
      url: `${kim.base}?upload=proof`,
      headers: { ...MULTIPART, host: "localhost", cookie: kim.cookie ?? "" },
      payload: multipart({}, [{ field: "file", name: "bill.png", bytes }]),
    });
    expect(uploaded.statusCode).toBe(201);
    const { id } = uploaded.json<{ id: string }>();
    expect(viewOf(await kim.act("submit", { proof: id })).screen).toBe("confirm");
    const again = viewOf(await kim.get(`${kim.base}?part=proof`));
    expect(again.form?.files?.["proof"]).toMatchObject([{ name: "bill.png" }]);
  });
});

describe("a form in parts, without scripts", () => {
  it("is redirected to its part, with the other parameters of the address", async () => {
    const kim = await reader();
    for (const [asked, led] of [
      ["", "?part=name"],
      ["?part=shoes", "?part=name"],
      ["?part=shoes&language=fr-CA", "?part=name&language=fr-CA"],
    ]) {
      const answer = await kim.get(`${kim.base}${asked ?? ""}`, HTML);
      expect([answer.statusCode, answer.headers["location"]]).toEqual([
        303,
        `${kim.base}${led ?? ""}`,
      ]);
    }
    const page = await kim.get(`${kim.base}?part=home`, HTML);
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining(`action="${kim.base}?part=home"`),
    ]);
    expect(page.body).toContain("<title>Where does the reader live?");
  });

  it("counts as one page view, however many parts it has", async () => {
    const kim = await reader();
    await service.database.query("delete from events");
    await kim.get(kim.base, HTML);
    await kim.get(`${kim.base}?part=name`, HTML);
    await kim.act("submit", { name: "Ada Noor", born: "1990/02/28" });
    const types = await service.database.query<{ event: string }>("select event from events");
    expect(types.map(({ event }) => event)).toEqual(["page-view"]);
  });

  it("posts a part, and is led to the next one or shown its mistakes", async () => {
    const kim = await reader();
    const post = (data: Readonly<Record<string, string>>) =>
      kim.post(
        new URLSearchParams({
          ...data,
          action: "submit",
          revision: String(kim.revision),
        }).toString(),
        FORM,
        `${kim.base}?part=name`,
      );
    const refused = await post({ name: "Ada Noor", born: "1990/02/30" });
    expect([refused.statusCode, refused.body]).toEqual([
      422,
      expect.stringContaining(`action="${kim.base}?part=name"`),
    ]);
    const led = await post({ name: "Ada Noor", born: "1990/02/28" });
    expect([led.statusCode, led.headers["location"]]).toEqual([303, `${kim.base}?part=home`]);
  });

  it("changes its language on the same part, with what was typed", async () => {
    const kim = await reader();
    const at = `${kim.base}?part=home`;
    const body = { action: "@locale/fr-CA", lives: "elsewhere", revision: String(kim.revision) };
    const led = await kim.post(new URLSearchParams(body).toString(), FORM, at);
    expect([led.statusCode, led.headers["location"]]).toEqual([303, at]);
    expect(viewOf(await kim.get(at)).data).toEqual({ lives: "elsewhere" });
    const linked = await kim.get(`${at}&locale=fr-CA`, HTML);
    expect(linked.headers["location"]).toBe(at);
  });
});
