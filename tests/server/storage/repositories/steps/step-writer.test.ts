import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Variant } from "../../../../../engine/language/variant.ts";
import type { CallRequest, Input } from "../../../../../engine/transition/input.ts";
import type { AnalyticsEvent } from "../../../../../engine/analytics/analytics-event.ts";
import type { Database } from "../../../../../server/storage/database/database.ts";
import type { NamedStatement } from "../../../../../server/storage/database/named-statement.ts";
import {
  Applications,
  type ApplicationRecord,
  type Step,
} from "../../../../../server/storage/repositories/applications.ts";
import { Calls } from "../../../../../server/storage/repositories/calls.ts";
import { Drafts } from "../../../../../server/storage/repositories/drafts.ts";
import { Journal } from "../../../../../server/storage/repositories/journal.ts";
import { WebhookEvents } from "../../../../../server/storage/repositories/webhook-events.ts";
import { openVault } from "../../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../../service.ts";
import { openOwnDatabase } from "../../own-database.ts";

const outside = await outsideIsUp();
const NOW = "2026-11-22T10:00:00.000Z";
const VARIANT: Variant = { portal: "library", market: "town", environment: "CI" };
const SUBJECT = Buffer.alloc(32, 1);
const PII = [{ path: "person.name", kind: "personal" }] as const;

const context: Input["context"] = {
  now: NOW,
  variant: VARIANT,
  locale: "en-US",
  signedIn: false,
  uuids: [],
};

const REQUEST: CallRequest = {
  call: "create",
  service: "platform",
  method: "POST",
  path: "/applications",
  headers: {},
  timeoutMs: 1000,
  continuation: {
    path: "/",
    screen: "start",
    action: "submit",
    remaining: [],
    with: null,
    form: {},
    query: {},
  },
};

/** What one step does beside changing the state. */
interface Chosen {
  readonly name: string;
  readonly hasId: boolean;
  readonly isKeyed: boolean;
  readonly calls: boolean;
  readonly answers: "open" | "done" | undefined;
  readonly receives: boolean;
  readonly awaits: boolean;
  readonly finishes: "own" | "other" | undefined;
  readonly sends: boolean;
  readonly keepsFile: boolean;
  readonly reports: number;
  readonly isStale: boolean;
  readonly isClaimed: boolean;
}

const chosen = fc.record<Chosen>({
  name: fc.string({ unit: "grapheme", maxLength: 12 }),
  hasId: fc.boolean(),
  isKeyed: fc.boolean(),
  calls: fc.boolean(),
  answers: fc.constantFrom(undefined, "open", "done"),
  receives: fc.boolean(),
  awaits: fc.boolean(),
  finishes: fc.constantFrom(undefined, "own", "other"),
  sends: fc.boolean(),
  keepsFile: fc.boolean(),
  reports: fc.nat(3),
  isStale: fc.boolean(),
  isClaimed: fc.boolean(),
});

describe("StepWriter", { skip: !outside }, () => {
  let database: Database;
  let close: () => Promise<void>;
  const vault = openVault(`k1:${Buffer.alloc(32, 7).toString("base64")}`);
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
  });
  afterAll(() => close?.());

  /** An application with everything that a step may touch, and the step. */
  const prepared = async (applications: Applications, choice: Chosen, at: number) => {
    const record = await applications.begin("library-card", "v1", VARIANT, SUBJECT);
    const { key } = record;
    const open = randomUUID();
    await database.query(
      "insert into calls (id, application, name, request, leased_until) values ($1, $2, 'before', '', now())",
      [open, key],
    );
    const [event] = await database.query<{ id: string }>(
      "insert into webhook_events (flow, provider, event_hash, key_hash, event) values ('library-card', 'post', $1, '', '') returning id",
      [Buffer.from(key)],
    );
    await database.query(
      "insert into drafts (application, subject, screen, thing, body, files, kept_at, forget_at) values ($1, $2, 'form', '', '', '{}', now(), now())",
      [key, SUBJECT],
    );
    for (const id of ["a", "b"])
      await database.query(
        "insert into files (id, application, actor, about, content, size, used) values ($1, $2, 'applicant', '', '', 1, $3)",
        [fileId(id, key), key, id === "b"],
      );
    await database.query(
      "insert into idempotency_keys (subject, key, request_hash, application) values ($1, $2, '', $3)",
      [SUBJECT, `before ${key}`, key],
    );
    if (choice.isStale)
      await database.query("update applications set revision = 1 where key = $1", [key]);
    if (choice.isClaimed)
      await database.query(
        "insert into idempotency_keys (subject, key, request_hash, application) values ($1, $2, '', $3)",
        [SUBJECT, `request ${key}`, key],
      );
    return { record, step: stepOf(record, choice, { at, open, event: event?.id ?? "" }) };
  };

  it("keeps steps that come together as it keeps them one by one, and leaves out the same ones", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(chosen, { minLength: 2, maxLength: 12 }), async (choices) => {
        const single = new Applications(database, vault);
        const one: { key: string; revision: number | undefined }[] = [];
        for (const [at, choice] of choices.entries()) {
          const { record, step } = await prepared(single, choice, at);
          one.push({ key: record.key, revision: (await single.saveStep(step))?.revision });
        }
        const { counted, statements } = counting(database);
        const together = new Applications(counted, vault);
        const steps: Awaited<ReturnType<typeof prepared>>[] = [];
        for (const [at, choice] of choices.entries())
          steps.push(await prepared(together, choice, at));
        const kept = await Promise.all(steps.map(async ({ step }) => together.saveStep(step)));
        // They share a statement; what was left out is tried once more.
        const left = kept.filter((record) => record === undefined).length;
        expect(statements.get("save-free")).toBe(1);
        expect(statements.get("save-waiting") ?? 0).toBe(left);
        expect(kept.map((record) => record?.revision)).toEqual(one.map(({ revision }) => revision));
        for (const [at, { key }] of one.entries())
          expect(await rowsOf(steps[at]?.record.key ?? "")).toEqual(await rowsOf(key));
      }),
      { numRuns: 12 },
    );
  });

  it("lets a step that breaks its statement fail alone", async () => {
    const applications = new Applications(database, vault);
    const steps: Step[] = [];
    for (let at = 0; at < 5; at++) {
      const record = await applications.begin("library-card", "v1", VARIANT, SUBJECT);
      // PostgreSQL keeps no U+0000 in a document.
      steps.push(stepOf(record, { ...PLAIN, title: at === 3 ? "\u0000" : "fine" }, NOTHING));
    }
    const results = await Promise.allSettled(
      steps.map(async (step) => applications.saveStep(step)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    for (const [at, { record }] of steps.entries())
      expect((await applications.byKey(record.key))?.revision).toBe(at === 3 ? 0 : 1);
  });

  it("writes the other steps of a batch while one application is locked, and that one afterwards", async () => {
    const applications = new Applications(database, vault);
    const records: ApplicationRecord[] = [];
    for (let at = 0; at < 4; at++)
      records.push(await applications.begin("library-card", "v1", VARIANT, SUBJECT));
    const done: number[] = [];
    await database.transaction(async (client) => {
      await client.query("select 1 from applications where key = $1 for update", [records[2]?.key]);
      const kept = records.map(async (record, at) => {
        await applications.saveStep(stepOf(record, PLAIN, NOTHING));
        done.push(at);
      });
      await Promise.all([kept[0], kept[1], kept[3]]);
      expect(done.toSorted()).toEqual([0, 1, 3]);
    });
    await expect.poll(() => done.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it("keeps one of several steps on the same revision of an application", async () => {
    const applications = new Applications(database, vault);
    const record = await applications.begin("library-card", "v1", VARIANT, SUBJECT);
    const kept = await Promise.all(
      Array.from({ length: 6 }, async () => applications.saveStep(stepOf(record, PLAIN, NOTHING))),
    );
    expect(kept.filter((each) => each !== undefined).map((each) => each?.revision)).toEqual([1]);
    expect(
      await database.query("select revision from journal where application = $1", [record.key]),
    ).toEqual([{ revision: 1 }]);
  });

  it.each([true, false])(
    "saves no answer (open: %s) of a call that another process took over",
    async (isOpen) => {
      const applications = new Applications(database, vault);
      const { record } = await prepared(applications, { ...EVERYTHING, calls: false }, 0);
      const [call] = await database.query<{ id: string }>(
        "select id from calls where application = $1",
        [record.key],
      );
      const answers: Partial<Chosen> = { answers: isOpen ? "open" : "done" };
      const step = stepOf(record, { ...PLAIN, ...answers }, { ...NOTHING, open: call?.id ?? "" });
      // It is taken over while the statement of the answer is on its way.
      let saved: Promise<ApplicationRecord | undefined> | undefined;
      await database.transaction(async (client) => {
        await client.query(
          "update calls set taken = taken + 1, leased_until = now() + interval '1 minute' where id = $1",
          [call?.id],
        );
        saved = applications.saveStep(step);
        const waits =
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
        await expect.poll(async () => database.query(waits)).toHaveLength(1);
      });
      expect(await saved).toBeUndefined();
      expect(
        await database.query(
          "select answered_at, outcome, leased_until > now() as leased from calls where id = $1",
          [call?.id],
        ),
      ).toEqual([{ answered_at: null, outcome: null, leased: true }]);
    },
  );

  it("ends a draft that is saved while the step waits for its application", async () => {
    const applications = new Applications(database, vault);
    const drafts = new Drafts(database, vault);
    const record = await applications.begin("library-card", "v1", VARIANT, SUBJECT);
    const place = { application: record.key, subject: SUBJECT, screen: "form", resource: "" };
    let saved: Promise<ApplicationRecord | undefined> | undefined;
    await database.transaction(async (client) => {
      // As a draft is saved: it holds the application at the revision that it was compared with.
      await client.query("select 1 from applications where key = $1 for key share", [record.key]);
      await client.query(
        "insert into drafts (application, subject, screen, thing, body, files, kept_at, forget_at) values ($1, $2, 'form', '', '', '{}', now(), now() + interval '1 day')",
        [record.key, SUBJECT],
      );
      saved = applications.saveStep(stepOf(record, { ...PLAIN, sends: true }, NOTHING));
      const waits =
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(async () => database.query(waits)).toHaveLength(1);
    });
    expect((await saved)?.revision).toBe(1);
    expect(
      await database.query("select 1 from drafts where application = $1", [record.key]),
    ).toEqual([]);
    // A draft over the answers before the step is not saved after it.
    const terms = { files: [], revision: 0, days: 1 };
    expect(await drafts.save(place, { data: {}, over: {} }, terms)).toBeUndefined();
  });

  /**
   * Everything that is kept of an application; what is drawn or dated anew each time is told only
   * by whether it is there.
   */
  const rowsOf = async (key: string) => {
    const unnamed = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value ?? null)
          .replaceAll(key, "KEY")
          .replaceAll(fileId("", key).slice(5), "FILE"),
      ) as unknown;
    const asked = async (sql: string) => unnamed(await database.query(sql, [key]));
    const applications = new Applications(database, vault);
    const record = await applications.byKey(key);
    const journal = await new Journal(database, vault).of(key);
    return {
      state: unnamed(record?.state),
      journal: unnamed(journal?.entries),
      application: await asked(
        "select id, flow, flow_version, revision, bound_revision, asked_again from applications where key = $1",
      ),
      steps: await asked(
        "select revision, at, kind, because, flow_version, actor, bound from journal where application = $1 order by revision",
      ),
      keys: await asked(
        "select subject, key, request_hash, octet_length(sealed_answer) as answer from idempotency_keys where application = $1 order by key",
      ),
      calls: await asked(
        "select name, octet_length(request) as request, idempotency_subject, idempotency_key, answered_at is null as open, leased_until > now() as leased, outcome from calls where application = $1 order by name",
      ),
      received: await asked(
        "select settled_at is null as waits, settled_as, event from webhook_events where event_hash = convert_to($1, 'UTF8')",
      ),
      awaited: await asked(
        "select flow, provider, octet_length(key_hash) as hash from webhook_keys where application = $1",
      ),
      files: await asked("select id, used from files where application = $1 order by id"),
      drafts: await asked("select screen, thing from drafts where application = $1"),
      events: await asked(
        "select e.event, properties, about, flow, flow_version, session, once is null as always, request, e.at from events e left join event_deliveries d on d.event = e.id where application = $1 order by e.id",
      ),
    };
  };

  it("writes the rows that the other repositories read", async () => {
    const applications = new Applications(database, vault);
    const { record, step } = await prepared(
      applications,
      { ...EVERYTHING, isStale: false, isClaimed: false },
      0,
    );
    const kept = await applications.saveStep(step);
    expect(kept).toMatchObject({ revision: 1, calling: true, state: step.state });
    expect(await applications.byKey(record.key)).toMatchObject({
      revision: 1,
      calling: true,
      state: step.state,
      askedAgain: [],
    });
    expect((await applications.at({ ...record, revision: 2 }, 1))?.state).toEqual(step.state);
    const [row] = await database.query<{ state: object }>(
      "select state from applications where key = $1",
      [record.key],
    );
    expect(JSON.stringify(row?.state)).not.toContain("Ada");
    expect(
      await new WebhookEvents(database, vault).applicationOf("library-card", "post", record.key),
    ).toBe(record.key);
    expect(await new Drafts(database, vault).ofVisitor(record.key, SUBJECT)).toEqual([]);
    await database.query("update calls set leased_until = now() where application = $1", [
      record.key,
    ]);
    expect(await new Calls(database, vault).claim(record.key, 1000)).toMatchObject({
      request: REQUEST,
      idempotencyKey: `request ${record.key}`,
    });
  });
});

/** The id of a file in the form that references have. */
function fileId(name: string, key: string): string {
  return `file_${name}${key.replaceAll("-", "").slice(0, 21)}`;
}

const PLAIN = { name: "Ada", title: "fine" };
const NOTHING = { at: 0, open: "", event: "" };

const EVERYTHING: Chosen = {
  name: "Ada",
  hasId: true,
  isKeyed: true,
  calls: true,
  answers: "done",
  receives: true,
  awaits: true,
  finishes: "own",
  sends: true,
  keepsFile: true,
  reports: 2,
  isStale: false,
  isClaimed: false,
};

function stepOf(
  record: ApplicationRecord,
  choice: Partial<Chosen> & { readonly name: string; readonly title?: string },
  { at, open, event }: { readonly at: number; readonly open: string; readonly event: string },
): Step {
  const { key } = record;
  const state = {
    person: { name: choice.name },
    title: choice.title ?? "none",
    ...(choice.hasId === true ? { application: { id: `urn:card:${key}` } } : {}),
    ...(choice.keepsFile === true
      ? { proof: { id: fileId("a", key), name: "a.jpg", kind: "jpeg", size: 1 } }
      : {}),
  };
  const report: AnalyticsEvent = {
    type: "reader.told",
    at: NOW,
    schema: "add_event",
    screen: "reader",
    path: "/reader",
    axes: { portal: "library", market: "town", reseller: null },
    environment: "CI",
    locale: "en-US",
    role: null,
    session: "visit",
    properties: { at },
  };
  return {
    record,
    state,
    events: [
      {
        type: "submitted",
        at: NOW,
        because: "screen:reader/submit",
        changes: Object.entries(state).map(([path, value]) => ({ path, value })),
      },
    ],
    reports: Array.from({ length: choice.reports ?? 0 }, (_, index) => ({
      ...report,
      ...(index === 0 ? { once: { scope: "application" as const } } : {}),
      ...(index === 1 ? { send: REQUEST } : {}),
    })),
    input: { kind: "act", path: "/", action: "submit", data: {}, query: {}, context },
    pii: PII,
    flowVersion: "v2",
    ...(choice.isKeyed === true
      ? {
          claim: {
            key: `request ${key}`,
            requestHash: Buffer.alloc(32, 3),
            subject: SUBJECT,
          },
        }
      : {}),
    ...(choice.finishes === undefined
      ? {}
      : {
          finish: {
            key: choice.finishes === "own" ? `request ${key}` : `before ${key}`,
            answer: {
              next: { kind: "stay", reason: { kind: "recorded", text: "kept" } },
              notices: [],
              revision: 1,
            },
          },
        }),
    ...(choice.calls === true
      ? {
          call: {
            id: randomUUID(),
            request: REQUEST,
            leaseMs: 60_000,
            idempotencyKey: `request ${key}`,
          },
        }
      : {}),
    ...(choice.answers === undefined
      ? {}
      : {
          answered: {
            call: { id: open, taken: 0 },
            outcome: "success",
            open: choice.answers === "open",
          },
        }),
    ...(choice.receives === true ? { received: event } : {}),
    ...(choice.awaits === true ? { awaits: [{ provider: "post", key }] } : {}),
    ...(choice.sends === true ? { sent: { subject: SUBJECT, screen: "form", resource: "" } } : {}),
  };
}

/** A database that counts its named statements. */
function counting(database: Database) {
  const statements = new Map<string, number>();
  const counted: Database = {
    ...database,
    query: async (sql: string | NamedStatement, values) => {
      if (typeof sql !== "string") statements.set(sql.name, (statements.get(sql.name) ?? 0) + 1);
      return database.query(sql, values);
    },
  };
  return { counted, statements };
}
