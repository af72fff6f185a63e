import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFlow } from "../../../server/cli/scaffold/scaffold.ts";
import { shippedSources } from "../../definitions.ts";
import { writeCard } from "../../card-flow.ts";
import { registerFiles } from "../../register-flow.ts";
import type { Service } from "../../../server/service.ts";
import { outsideIsUp, PRODUCTION, testService, Visitor } from "../service.ts";

const outside = await outsideIsUp();
const KEY = `k1:${"ef".repeat(32)}`;

describe("ServiceTables", { skip: !outside }, () => {
  let folder: string;
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-sandbox-"));
    const { files } = newFlow(await shippedSources, "gym-pass", ["en-US"], "front-desk");
    await writeCard(folder, { ...(await registerFiles()), ...Object.fromEntries(files) });
    ({ service, stop } = await testService("outside", { FOYER_FLOWS: folder, FOYER_KEY: KEY }));
  });
  afterAll(async () => {
    await stop?.();
    await rm(folder, { recursive: true, force: true });
  });

  /** A reader of this name, about to be entered. */
  async function reader(name: string): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.get("/library-card");
    await visitor.act("submit");
    await visitor.act("submit", { name, born: "1980/06/01", lives: "here" });
    return visitor;
  }

  async function journal(visitor: Visitor): Promise<readonly string[]> {
    const id = decodeURIComponent(visitor.path.split("/")[2] ?? "");
    const rows = await service.database.query<{ because: string }>(
      "select because from journal join applications on application = key where id = $1 order by journal.revision",
      [id],
    );
    return rows.map(({ because }) => because);
  }

  const screenOf = (answer: { json(): unknown }) => (answer.json() as { screen: string }).screen;

  it("answers the calls of a service that has no address, and its provider's event follows", async () => {
    const visitor = await reader("Ada Noor");
    expect(screenOf(await visitor.act("submit"))).toBe("done");
    for (
      let tries = 0;
      !(await journal(visitor)).some((each) => each.includes("webhook"));
      tries++
    ) {
      expect(tries).toBeLessThan(100);
      await sleep(30);
    }
  });

  it("counts for each application how often a row has answered", async () => {
    for (const visitor of [await reader("Ada Busy"), await reader("Ada Busy")]) {
      expect(screenOf(await visitor.act("submit"))).toBe("confirm");
      expect(screenOf(await visitor.act("submit"))).toBe("confirm");
      expect(screenOf(await visitor.act("submit"))).toBe("done");
    }
  });

  it("lets an answer come too late, after the call's own time", async () => {
    const visitor = await reader("Ada Late");
    const began = performance.now();
    expect(screenOf(await visitor.act("submit"))).toBe("confirm");
    expect(performance.now() - began).toBeGreaterThan(390);
    expect(await journal(visitor)).toContain("call:enter/timeout");
  });

  it("lets a new flow with a service be clicked through at once", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/gym-pass");
    await visitor.act("submit");
    const known = { name: "Kim Lund", email: "known@cedar.dev" };
    expect((await visitor.act("submit", known)).json()).toMatchObject({
      errors: [{ pointer: "/email", code: "validation.email.known" }],
    });
    await visitor.get(visitor.path);
    const fresh = { name: "Kim Lund", email: "kim@cedar.dev" };
    expect(screenOf(await visitor.act("submit", fresh))).toBe("done");
  });

  it("prints its test values at the start", () => {
    expect(service.sandbox?.welcomeLines("http://localhost:3000").join("\n")).toMatch(
      /name Ada Known +is in the register already/,
    );
  });

  it("answers nothing in production", async () => {
    const inProduction = await testService("outside", {
      ...PRODUCTION,
      FOYER_FLOWS: folder,
      FOYER_KEY: KEY,
      FRONT_DESK_URL: "http://127.0.0.1:9",
    });
    try {
      const visitor = new Visitor(inProduction.service);
      await visitor.get("/library-card");
      await visitor.act("submit");
      await visitor.act("submit", { name: "Ada Noor", born: "1980/06/01", lives: "here" });
      expect(screenOf(await visitor.act("submit"))).toBe("confirm");
    } finally {
      await inProduction.stop();
    }
  });
});
