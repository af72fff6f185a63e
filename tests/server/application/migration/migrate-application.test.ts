import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../../../engine/compile/compiled-flow.ts";
import type { FlowDefinition } from "../../../../engine/language/flow.ts";
import type { JsonObject } from "../../../../engine/language/json.ts";
import type { InputContext } from "../../../../engine/transition/input.ts";
import {
  invalidatedNotices,
  migrateApplication,
  pageAfterMigration,
} from "../../../../server/application/migration/migrate-application.ts";
import { createLibrary } from "../../../../server/definitions/flow-library.ts";
import { Journal } from "../../../../server/storage/repositories/journal.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplaceEach } from "../../../must-replace.ts";
import { outsideIsUp } from "../../service.ts";
import { keepStep, openStore } from "../../storage/stored-application.ts";

const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);

/** The library card with some texts of its files replaced. */
function edited(edits: Readonly<Record<string, readonly (readonly [string, string])[]>>) {
  const changed = new Map(sources);
  for (const [path, pairs] of Object.entries(edits))
    changed.set(path, mustReplaceEach(changed.get(path) ?? "", pairs));
  const result = compileFlow(changed, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 1));
  return result.flow;
}

const own = edited({});
/** Takes names of eight letters at the most, and has the reader's page elsewhere. */
const live = edited({
  "schemas/library-card/formats.yaml": [["min: 2, max: 80", "min: 2, max: 8"]],
  "flows/library-card/screens/reader.yaml": [
    ["path: /{applicationId}/reader", "path: /{applicationId}/who"],
  ],
});
const VARIANT = { portal: "library", market: "town", environment: "LOCAL" };
const NOW = "2026-03-01T10:00:00.000Z";
const context: InputContext = {
  now: NOW,
  variant: VARIANT,
  locale: "en-US",
  signedIn: false,
  uuids: [],
};
const ID = "urn:card:1";
const READER = {
  "application.id": ID,
  "reader.name": "Ada Noor-Lindqvist",
  "reader.born": "1980-06-01",
  "reader.lives": "here",
};

describe("migrateApplication()", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());
  beforeEach(async () => {
    await store.database.query("truncate applications cascade");
  });

  async function recordOf(changes: JsonObject = READER, variant: object = VARIANT) {
    const { applications } = store;
    const begun = await applications.begin(
      "library-card",
      own.version,
      variant as never,
      randomBytes(32),
    );
    return keepStep(applications, begun, { changes, flowVersion: own.version });
  }
  type Policy = { inFlight: FlowDefinition["versionPolicy"]; until?: string } | undefined;
  const migrate = async (
    record: Awaited<ReturnType<typeof recordOf>>,
    policy: Policy,
    known: CompiledFlow | undefined = own,
  ) => {
    const policies =
      policy === undefined
        ? undefined
        : new Map([
            [
              "library-card",
              {
                inFlight: policy.inFlight,
                until: policy.until === undefined ? undefined : new Date(policy.until),
              },
            ],
          ]);
    return migrateApplication(record, live, context, {
      applications: store.applications,
      library: () => createLibrary(new Map([["library-card", live]]), sources, policies),
      olderVersion: async (_, version) =>
        Promise.resolve(version === own.version ? known : undefined),
    });
  };

  /** Saves what a migration changes, as the next step does. */
  const saved = async (record: Awaited<ReturnType<typeof recordOf>>, policy: Policy) => {
    const { migration } = await migrate(record, policy);
    if (migration === undefined) throw new Error("the migration changes nothing");
    const kept = await store.applications.saveStep(migration);
    if (kept === undefined) throw new Error("another step was faster");
    return kept;
  };

  it("serves the live version where no publish chose a policy, or the application has it", async () => {
    const record = await recordOf();
    expect(await migrate(record, undefined)).toEqual({ flow: live, record });
    const current = { ...record, flowVersion: live.version };
    expect(await migrate(current, { inFlight: "pin" })).toEqual({ flow: live, record: current });
  });

  it("pins an application to its version, until the date of the publish", async () => {
    const record = await recordOf();
    expect((await migrate(record, { inFlight: "pin" })).flow).toBe(own);
    expect((await migrate(record, { inFlight: "pin", until: "2026-04-01" })).flow).toBe(own);
    expect((await migrate(record, { inFlight: "pin", until: "2026-02-01" })).flow).toBe(live);
  });

  it("pins no application that is finished", async () => {
    const record = await recordOf({ ...READER, "application.confirmed": true });
    expect(await migrate(record, { inFlight: "pin" })).toMatchObject({ flow: live, from: own });
  });

  it("moves an application, and leaves its answers as they are", async () => {
    const record = await recordOf();
    const migrated = await migrate(record, { inFlight: "move" });
    expect([migrated.flow, migrated.from, migrated.record]).toEqual([live, own, record]);
  });

  it("leaves an application with a pending call in the version that asked for it", async () => {
    const record = { ...(await recordOf()), calling: true };
    expect((await migrate(record, { inFlight: "move" })).flow).toBe(own);
  });

  it("skips an application whose variant the live version lacks", async () => {
    const record = await recordOf(READER, { ...VARIANT, market: "moon" });
    expect((await migrate(record, { inFlight: "move" })).flow).toBe(own);
  });

  it("serves the live version where the application's own is not available", async () => {
    const record = { ...(await recordOf()), flowVersion: "0123456789abcdef" };
    expect(await migrate(record, { inFlight: "pin" })).toEqual({ flow: live, record });
  });

  it("re-ask shows the answers that the live version alone refuses as cleared, and saves nothing", async () => {
    const record = await recordOf();
    const migrated = await migrate(record, { inFlight: "re-ask" });
    expect(migrated).toMatchObject({ flow: live, from: own });
    expect(await store.applications.byKey(record.key)).toEqual(record);
    expect(migrated.record.state).toEqual({
      application: { id: ID },
      reader: { born: "1980-06-01", lives: "here" },
    });
    expect(await saved(record, { inFlight: "re-ask" })).toMatchObject({
      revision: 2,
      flowVersion: live.version,
      askedAgain: migrated.record.askedAgain,
    });
    const journal = await new Journal(store.database, store.vault).of(ID);
    expect(journal?.entries.at(-1)?.events).toEqual([
      {
        type: "moved",
        at: NOW,
        because: "version/re-ask",
        changes: [{ path: "reader.name", value: null }],
      },
    ]);
    const notices = invalidatedNotices(live.variant(VARIANT), migrated.record, context, {
      askedAgain: "Asked again: {fields}",
    });
    expect(notices[0]?.texts[0]).toMatch(/^Asked again: \S/);
    const answered = { ...migrated.record, state: record.state };
    expect(invalidatedNotices(live.variant(VARIANT), answered, context, {})).toEqual([]);
  });

  it.each(["move", "re-ask"] as const)(
    "%s restores an answer that a former migration cleared, where the version takes it again",
    async (inFlight) => {
      const record = await saved(await recordOf(), { inFlight: "re-ask" });
      expect([record.flowVersion, record.state["reader"]]).toEqual([
        live.version,
        { born: "1980-06-01", lives: "here" },
      ]);
      const back = await migrateApplication(record, own, context, {
        applications: store.applications,
        library: () =>
          createLibrary(
            new Map([["library-card", own]]),
            sources,
            new Map([["library-card", { inFlight, until: undefined }]]),
          ),
        olderVersion: async () => Promise.resolve(live),
      });
      expect(back).toMatchObject({
        migration: { flowVersion: own.version, askedAgain: [] },
        record: {
          askedAgain: [],
          state: { reader: { name: "Ada Noor-Lindqvist" } },
        },
      });
    },
  );

  it("re-ask leaves an answer that the application's own version refuses, too", async () => {
    const record = await recordOf({ ...READER, "reader.name": "A" });
    expect(await migrate(record, { inFlight: "re-ask" })).toEqual({
      flow: live,
      from: own,
      record,
    });
  });

  it("re-ask saves nothing where the live version takes every answer", async () => {
    const record = await recordOf({ ...READER, "reader.name": "Ada" });
    const migrated = await migrate(record, { inFlight: "re-ask" });
    expect(migrated).toEqual({ flow: live, from: own, record });
  });

  it("pageAfterMigration() sends on from a page that the new version does not have, and from no other", async () => {
    const record = await recordOf({ ...READER, "reader.name": "Ada" });
    const migrated = await migrate(record, { inFlight: "move" });
    const page = (screen: string, result = migrated) =>
      pageAfterMigration(`/library-card/${ID}/${screen}`, result, context);
    expect(page("reader")).toEqual({ path: `/library-card/${ID}/confirm`, query: {} });
    expect(page("confirm")).toBeUndefined();
    expect(page("neverwas")).toBeUndefined();
    // Of definitions on disk the version before is not known.
    expect(page("neverwas", { flow: live, record })).toEqual(page("reader"));
    const present = { ...record, flowVersion: live.version };
    expect(page("reader", { flow: live, record: present })).toBeUndefined();
  });
});
