import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import type { Service } from "../../server/service.ts";
import { writeCard } from "../card-flow.ts";
import { shippedSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";
import { Browsing } from "./browsing.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

/** The library card whose form offers to begin anew as well, erasing nothing. */
async function cardThatStartsAgain(): Promise<Record<string, string>> {
  const shipped = await shippedSources;
  const [screen, words] = [
    "flows/library-card/screens/reader.yaml",
    "content/library-card/LOCALE/screens/reader.yaml",
  ];
  const ask = "confirm: { title: A, text: A, yes: A, no: A }";
  const label = `actions:\n  anew: { label: A, busy: A, ${ask} }\n  aside: { label: A, busy: A, ${ask} }`;
  return {
    [screen]: mustReplace(
      shipped.get(screen) ?? "",
      "actions:",
      `actions:
  anew: { style: link, form: false, confirm: true, then: [{ id: anew, leave: { kind: start-again, erase: true } }] }
  aside: { style: link, form: false, confirm: true, then: [{ id: aside, leave: { kind: start-again } }] }`,
    ),
    ...Object.fromEntries(
      ["en-US", "fr-CA"].map((locale) => {
        const file = words.replace("LOCALE", locale);
        return [file, mustReplace(shipped.get(file) ?? "", "actions:", label)];
      }),
    ),
  };
}

const where = (await outsideIsUp()) ? "outside" : "embedded";
let folder: string;
let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-again-"));
  await writeCard(folder, await cardThatStartsAgain());
  ({ service, stop } = await testService(where, { FOYER_FLOWS: folder }));
});
afterAll(async () => {
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

const HOME = "/library-card";
const LEAVES = { leave: { to: "start-again", location: HOME } };
const READER = { name: "Ada Noor", born: "1990/02/28", lives: "here" };

/** Somebody at the form, in an application of their own. */
async function reader(): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.get(HOME);
  await visitor.act("submit");
  expect(visitor.path).toMatch(/\/reader$/);
  return visitor;
}

/** The state of an application by the id in its path; undefined: it was erased. */
async function rowOf(path: string) {
  const id = decodeURIComponent(path.split("/")[2] ?? "");
  const [row] = await service.database.query<{ key: string; subject: Buffer; revision: number }>(
    "select key, subject, revision from applications where id = $1",
    [id],
  );
  return row;
}
const ownOf = async (subject: Buffer | undefined) =>
  service.database.query<{ key: string; revision: number }>(
    "select key, revision from applications where subject = $1",
    [subject],
  );

describe("starting again", () => {
  it("erases what is left, and begins at the first screen", async () => {
    const visitor = await reader();
    await visitor.act("submit", READER);
    const left = visitor.path;
    const before = await rowOf(left);
    await visitor.get(HOME);
    expect((await visitor.act("again")).json()).toEqual(LEAVES);
    expect(await rowOf(left)).toBeUndefined();
    expect(await ownOf(before?.subject)).toEqual([expect.objectContaining({ revision: 0 })]);
    const home = (await visitor.get(HOME)).json() as ScreenView;
    expect(home.screen).toBe("start");
    expect(home.actions.map(({ id }) => id)).toEqual(["submit"]);
    await visitor.act("submit");
    expect(visitor.path).not.toBe(left);
    expect(((await visitor.get(visitor.path)).json() as ScreenView).data).toEqual({});
  });

  it.each(["anew", "aside"])(
    "answers a press of %s twice with one new application",
    async (action) => {
      const visitor = await reader();
      const { subject } = (await rowOf(visitor.path)) ?? {};
      const press = { action, data: {}, revision: visitor.revision };
      const key = { "idempotency-key": randomUUID() };
      const path = visitor.path;
      const [first, second] = await Promise.all([
        visitor.post(press, key, path),
        visitor.post(press, key, path),
      ]);
      const third = await visitor.post(press, key, path);
      for (const answer of [first, second, third])
        expect(answer.json()).toMatchObject({ leave: { location: HOME } });
      const own = await ownOf(subject);
      expect(own.filter(({ revision }) => revision === 0)).toHaveLength(1);
      expect(own).toHaveLength(action === "anew" ? 1 : 2);
    },
  );

  it("does not empty the new application when the press is repeated later", async () => {
    const visitor = await reader();
    const { path, revision } = visitor;
    const press = { action: "anew", data: {}, revision };
    const key = { "idempotency-key": randomUUID() };
    await visitor.post(press, key, path);
    await visitor.get(HOME);
    await visitor.act("submit");
    await visitor.act("submit", READER);
    const now = await rowOf(visitor.path);
    expect((await visitor.post(press, key, path)).json()).toMatchObject({
      leave: { location: HOME },
    });
    expect(await ownOf(now?.subject)).toEqual([{ key: now?.key, revision: now?.revision }]);
  });

  it("keeps the application that is left where the row does not erase it", async () => {
    const visitor = await reader();
    const left = visitor.path;
    const { subject } = (await rowOf(left)) ?? {};
    await visitor.type({ name: "Ada" });
    expect((await visitor.act("aside")).json()).toEqual(LEAVES);
    expect(await rowOf(left)).toBeDefined();
    expect(await ownOf(subject)).toHaveLength(2);
    const home = (await visitor.get(HOME)).json() as ScreenView;
    expect(home.actions.map(({ id }) => id)).toEqual(["submit"]);
    const [draft] = await service.database.query("select 1 from drafts where application = $1", [
      (await rowOf(left))?.key,
    ]);
    expect(draft).toBeUndefined();
  });

  it("leaves an application alone that is handed in", async () => {
    const visitor = await reader();
    await visitor.act("submit", READER);
    await visitor.act("submit");
    const done = visitor.path;
    await visitor.get(HOME);
    const press = { action: "again", data: {}, revision: visitor.revision };
    const answer = await visitor.post(press, { "idempotency-key": randomUUID() }, HOME);
    expect(answer.statusCode).toBe(409);
    const kept = await rowOf(done);
    expect(await ownOf(kept?.subject)).toEqual([{ key: kept?.key, revision: kept?.revision }]);
  });

  it("takes no press from another site, and no address", async () => {
    const visitor = await reader();
    const left = visitor.path;
    const press = { action: "anew", data: {}, revision: visitor.revision };
    const answer = await visitor.post(press, { "sec-fetch-site": "cross-site" });
    expect(answer.statusCode).toBe(403);
    await visitor.get(`${left}?action=anew`);
    expect(await rowOf(left)).toBeDefined();
  });

  it("asks first without scripts, and takes a second press of the page before", async () => {
    const browsing = new Browsing(service);
    const start = await browsing.follow(await browsing.ask(HOME));
    const form = await browsing.follow(await browsing.ask(HOME, fieldsOf(start.body, "submit")));
    expect(form.body).toMatch(/<details[\s\S]*value="anew"/);
    const press = fieldsOf(form.body, "anew");
    for (const _ of ["once", "twice"]) {
      const left = await browsing.ask(form.url, press);
      expect([left.status, left.headers.get("location")]).toEqual([303, HOME]);
    }
    expect((await browsing.ask(HOME)).body).not.toContain('value="continue"');
  });
});

/** The hidden fields of a page's form, with an action. */
function fieldsOf(body: string, action: string): Record<string, string> {
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return {
    ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])),
    action,
  };
}
