import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Journal, openEvents, stateAt } from "../../../../server/storage/repositories/journal.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { keepStep, openStore } from "../stored-application.ts";

const VARIANT = { portal: "library", market: "town", environment: "CI" };
const PII = [{ path: "reader.name", kind: "personal" }] as const;

describe("Journal", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());

  /** An application of three steps; the second one holds a personal value. */
  async function threeSteps(id: string) {
    const { applications } = store;
    const begun = await applications.begin("library-card", "v1", VARIANT, randomBytes(32));
    const first = await keepStep(applications, begun, { changes: { "application.id": id } });
    const second = await keepStep(applications, first, {
      changes: { "reader.name": "Ada Canary", "reader.lives": "here" },
      pii: PII,
    });
    return keepStep(applications, second, {
      changes: { "reader.lives": null },
      pii: PII,
      flowVersion: "v2",
    });
  }

  it("of() gives the steps in their order, decrypted, by the id and by the key", async () => {
    const { database, vault } = store;
    const { key } = await threeSteps("urn:card:1");
    const journal = new Journal(database, vault);
    const read = await journal.of("urn:card:1");
    expect(read).toMatchObject({ flow: "library-card", flowVersion: "v2", variant: VARIANT });
    expect(read?.entries.map(({ events }) => events[0]?.changes)).toEqual([
      [{ path: "application.id", value: "urn:card:1" }],
      [
        { path: "reader.name", value: "Ada Canary" },
        { path: "reader.lives", value: "here" },
      ],
      [{ path: "reader.lives", value: null }],
    ]);
    expect(read?.entries[0]?.input).toMatchObject({ kind: "act", action: "submit" });
    expect(await journal.of(key)).toEqual(read);
    expect(await journal.of("urn:card:none")).toBeUndefined();
  });

  it("has no personal value in the rows themselves", async () => {
    const { key } = await threeSteps("urn:card:2");
    const rows = await store.database.query(
      "select events::text, encode(input, 'escape') from journal where application = $1",
      [key],
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain("Canary");
  });

  it("opens no input that was moved to another step", async () => {
    const { database, vault } = store;
    const { key } = await threeSteps("urn:card:3");
    await database.query(
      "update journal set input = (select input from journal where application = $1 and revision = 1) where application = $1 and revision = 2",
      [key],
    );
    await expect(new Journal(database, vault).of(key)).rejects.toThrow();
  });

  it("stateAt() folds the steps up to a revision, with the version of the last one", async () => {
    const { key } = await threeSteps("urn:card:4");
    const application = { id: "urn:card:4" };
    expect(await stateAt(key, 2, store)).toEqual({
      state: { application, reader: { name: "Ada Canary", lives: "here" } },
      flowVersion: "v1",
    });
    expect(await stateAt(key, 3, store)).toEqual({
      state: { application, reader: { name: "Ada Canary" } },
      flowVersion: "v2",
    });
  });

  it.each([0, 4, -1])("stateAt() has nothing at a revision that never was: %i", async (at) => {
    const { key } = await threeSteps(`urn:card:none:${at}`);
    expect(await stateAt(key, at, store)).toBeUndefined();
  });

  it("openEvents() drops a value that cannot be decrypted, and gives null in its place", async () => {
    const { key } = await threeSteps("urn:card:5");
    const [row] = await store.database.query<{ events: never; bound: boolean }>(
      "select events, bound from journal where application = $1 and revision = 2",
      [key],
    );
    if (row === undefined) throw new Error("there is no such step");
    const other = openVault(`k2:${Buffer.alloc(32, 9).toString("base64")}`);
    const [event] = openEvents(row.events, row.bound, `${key} 2`, other);
    expect(event?.changes).toEqual([
      { path: "reader.name", value: null },
      { path: "reader.lives", value: "here" },
    ]);
  });
});
