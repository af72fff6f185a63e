import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import type { CompiledFlow } from "../../../../engine/compile/compiled-flow.ts";
import type { RequestContext } from "../../../../server/application/request/request-context.ts";
import { reload } from "../../../../server/application/request/reload.ts";
import {
  migrateApplication,
  type MigrationStep,
} from "../../../../server/application/migration/migrate-application.ts";
import { inputContext } from "../../../../server/application/request/input-context.ts";
import { createLibrary } from "../../../../server/definitions/flow-library.ts";
import type { ApplicationRecord } from "../../../../server/storage/repositories/applications.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplaceEach } from "../../../must-replace.ts";
import { outsideIsUp } from "../../service.ts";
import { keepStep, openStore } from "../../storage/stored-application.ts";

const sources = new Map(
  [...(await editableSources)].filter(([path]) => !path.includes("/fixtures/")),
);

function compiled(edits: Readonly<Record<string, readonly (readonly [string, string])[]>>) {
  const changed = new Map(sources);
  for (const [path, pairs] of Object.entries(edits))
    changed.set(path, mustReplaceEach(changed.get(path) ?? "", pairs));
  const result = compileFlow(changed, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 1));
  return result.flow;
}

const own = compiled({});
/** Takes names of eight letters at the most. */
const live = compiled({
  "schemas/library-card/formats.yaml": [["min: 2, max: 80", "min: 2, max: 8"]],
});
const VARIANT = { portal: "library", market: "town", environment: "LOCAL" };
const ID = "urn:card:1";
const READER = {
  "application.id": ID,
  "reader.name": "Ada Noor-Lindqvist",
  "reader.born": "1980-06-01",
  "reader.lives": "here",
};

describe("reload()", { skip: !(await outsideIsUp()) }, () => {
  let store: Awaited<ReturnType<typeof openStore>>;
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store?.close());
  beforeEach(async () => {
    await store.database.query("truncate applications cascade");
  });

  const tools = () => ({
    applications: store.applications,
    library: () =>
      createLibrary(
        new Map([["library-card", live]]),
        sources,
        new Map([["library-card", { inFlight: "re-ask" as const, until: undefined }]]),
      ),
    olderVersion: async (_: string, version: string): Promise<CompiledFlow | undefined> =>
      Promise.resolve(version === own.version ? own : undefined),
  });

  /** An application in the version before, and the context of a request that migrates it. */
  async function migrating(): Promise<{
    readonly before: ApplicationRecord;
    readonly context: RequestContext;
    readonly migration: MigrationStep;
  }> {
    const begun = await store.applications.begin(
      "library-card",
      own.version,
      VARIANT,
      randomBytes(32),
    );
    const before = await keepStep(store.applications, begun, {
      changes: READER,
      flowVersion: own.version,
    });
    const target: RequestContext["target"] = {
      flow: live,
      path: `/library-card/${ID}/reader`,
      query: {},
      variant: VARIANT,
      moving: undefined,
      locale: "en-US",
      languages: [],
      dataSources: [],
    };
    const loaded: RequestContext = {
      target,
      flow: live.variant(VARIANT),
      clock: { now: "2026-03-01T10:00:00.000Z", uuids: [] },
      providers: {},
      subject: before.subject,
      person: undefined,
      session: undefined,
      record: before,
      drafted: false,
      access: "ok",
    };
    const { record, migration } = await migrateApplication(
      before,
      live,
      inputContext(loaded),
      tools(),
    );
    if (migration === undefined) throw new Error("the migration changes nothing");
    const migrated = {
      target: { ...target, flow: own },
      before,
      elsewhere: false,
      migration,
    };
    return { before, migration, context: { ...loaded, record, migrated } };
  }

  it("keeps the migration of an application that no step changed", async () => {
    const { context } = await migrating();
    expect(await reload(context, tools())).toBe(context);
  });

  it("migrates anew an application that a step in the version before changed", async () => {
    const { before, context, migration } = await migrating();
    const changed = await keepStep(store.applications, before, {
      changes: { "reader.name": "Ada" },
      flowVersion: own.version,
    });
    const latest = await reload(context, tools());
    expect(latest.record).toMatchObject({ revision: 2, state: { reader: { name: "Ada" } } });
    expect(latest.migrated?.migration).toBeUndefined();
    // Nor can the first migration be saved over the step.
    expect(migration.record.revision).toBe(1);
    expect(await store.applications.saveStep(migration)).toBeUndefined();
    expect(await store.applications.byKey(changed.key)).toMatchObject({ revision: 2 });
  });

  it("takes the record that another request has migrated", async () => {
    const { before, context, migration } = await migrating();
    const saved = await store.applications.saveStep({ ...migration, record: before });
    const latest = await reload(context, tools());
    expect(latest.target.flow).toBe(live);
    expect(latest.record).toMatchObject({ revision: 2, flowVersion: saved?.flowVersion });
  });
});
