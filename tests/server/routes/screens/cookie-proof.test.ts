import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { compileOnce, editableSources } from "../../../definitions.ts";
import { addAt, setAt } from "../../../edit-yaml.ts";
import { Browser } from "../../browser.ts";
import { outsideIsUp, testService } from "../../service.ts";

const HTML = { accept: "text/html" };
const MARKED = "/library-card?%40cookie=";

const NAMES = Array.from({ length: 9 }, (_, at) => `note${at}`);
const parameterOf = (name: string) => [
  name,
  { into: `application.${name}`, description: "A note" },
];

/** The library's flow, whose first page loads something and whose addresses bring notes. */
async function sources() {
  const edited = new Map(
    [...(await editableSources)].filter(
      ([path]) => !path.includes("/merchant-signup/") && !path.includes("/fixtures/"),
    ),
  );
  const start = "flows/library-card/screens/start.yaml";
  const front = "flows/library-card/flow.yaml";
  const loading = addAt(edited.get(start), "actions/look", {
    style: "none",
    form: false,
    set: { "application.id": { var: "ids.applicationId" } },
    to: "start",
  });
  edited.set(start, addAt(loading, "load", "look"));
  const state = "schemas/library-card/state.yaml";
  const parameters = Object.fromEntries(NAMES.map(parameterOf));
  edited.set(front, setAt(edited.get(front), "entryParameters", parameters));
  for (const name of NAMES)
    edited.set(
      state,
      addAt(edited.get(state), `properties/application/properties/${name}`, { type: "string" }),
    );
  return edited;
}

describe("a page that would begin an application", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
    const compiled = compileOnce(await sources(), "CI");
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    service.use(compiled.library);
  });
  afterAll(() => stop?.());

  const rows = async () => {
    const [row] = await service.database.query<{ applications: string; sessions: string }>(
      "select (select count(*) from applications) as applications, (select count(*) from sessions) as sessions",
    );
    return [Number(row?.applications), Number(row?.sessions)];
  };
  const ask = async (method: "GET" | "HEAD", url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ method, url, headers: { host: "localhost", ...HTML, ...headers } });

  it("begins none for a program without cookies, which sees the page as it is", async () => {
    const before = await rows();
    for (const headers of [HTML, { accept: "application/json" }]) {
      const first = await ask("GET", "/library-card", headers);
      expect([first.statusCode, first.headers.location]).toEqual([303, MARKED]);
      expect((await ask("GET", MARKED, headers)).statusCode).toBe(200);
    }
    expect((await ask("HEAD", "/library-card")).statusCode).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it("begins one for a browser that returns the cookie, at its own address", async () => {
    const [applications = 0, sessions = 0] = await rows();
    const browser = new Browser(service);
    const first = await browser.ask("/library-card", undefined, HTML);
    expect(first.location).toBe(MARKED);
    const second = await browser.ask(MARKED, undefined, HTML);
    expect([second.status, second.location]).toEqual([303, "/library-card"]);
    expect(await rows()).toEqual([applications, sessions]);
    expect((await browser.ask("/library-card", undefined, HTML)).status).toBe(200);
    expect(await rows()).toEqual([applications + 1, sessions + 1]);
    expect([...browser.cookies.keys()]).not.toContain("foyer_entry");
    expect((await browser.ask("/library-card", undefined, HTML)).status).toBe(200);
    expect((await browser.ask(MARKED, undefined, HTML)).location).toBe("/library-card");
    expect(await rows()).toEqual([applications + 1, sessions + 1]);
  });

  it("keeps parameters that no cookie has room for, in the address for one redirect", async () => {
    const [applications = 0] = await rows();
    const notes = Object.fromEntries(NAMES.map((name) => [name, name.repeat(80)]));
    const address = `/library-card?${new URLSearchParams(notes)}`;
    const browser = new Browser(service);
    const first = await browser.ask(address, undefined, HTML);
    expect(first.location).toMatch(/^\/library-card\?note0=.*&note8=.*&%40cookie=$/);
    expect((await browser.ask(first.location ?? "", undefined, HTML)).location).toBe(
      "/library-card",
    );
    expect((await rows())[0]).toBe(applications + 1);
    const [begun] = await service.database.query<{ state: { application: object } }>(
      "select state from applications order by created_at desc limit 1",
    );
    expect(begun?.state.application).toMatchObject(notes);
    // A program without cookies begins no application, also after the redirect.
    const before = await rows();
    expect((await ask("GET", first.location ?? "")).headers.location).toBe("/library-card");
    expect(await rows()).toEqual(before);
  });
});
