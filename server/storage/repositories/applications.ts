import { randomUUID } from "node:crypto";
import { nextDue, type RunningTimer } from "../../../engine/transition/timers.ts";
import type { Json } from "../../../engine/language/json.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { Database } from "../database/database.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import { TIMERS_LEASED } from "./new-timers.ts";
import { stillKept } from "../secrets/kept-boxes.ts";
import { sealEvents, sealState } from "../secrets/personal-values.ts";
import type { Vault } from "../secrets/vault.ts";
import {
  idOf,
  RECORD_COLUMNS,
  recordOf,
  type ApplicationRecord,
  type ApplicationRow,
} from "./application-record.ts";
import { eventItems } from "./events.ts";
import { lastValues, stateAt } from "./journal.ts";
import {
  applicationBatches,
  scanApplications,
  type ApplicationSnapshot,
  type Decryption,
} from "./scan-applications.ts";
import { latestMatching, filterParameters, type ApplicationFilter } from "./application-filter.ts";
import { actorIn } from "./steps/actor-in.ts";
import { IMPORT } from "./steps/import-statement.ts";
import { stepRow } from "./steps/step-row.ts";
import { StepWriter } from "./steps/step-writer.ts";
import { usedLocale } from "./steps/used-locale.ts";
import type { ImportedApplication, Step } from "./steps/step.ts";

export type { ApplicationRecord } from "./application-record.ts";
export type { ApplicationSnapshot } from "./scan-applications.ts";
export type { ImportedApplication, Step } from "./steps/step.ts";

/** An application that a pass has taken. */
export interface DueApplication {
  readonly key: string;
  /** The end of the lease, as PostgreSQL writes it: another pass takes another one. */
  readonly until: string;
}

const BY_ID = reading("application-by-id", "id = $1");
const BY_KEY = reading("application-by-key", "key = $1");
const LATEST = reading("application-latest", `subject = $1 and flow = $2 and ${latestMatching(3)}`);

const TAKE_DUE: NamedStatement = {
  name: "applications-take-due",
  text: `update applications set due_at = now() + make_interval(secs => $1::double precision / 1000),
      timers_at = case when timers_at <= now() then now() + make_interval(secs => $1::double precision / 1000) else timers_at end
    where key in (
      select key from applications where due_at <= now() order by due_at limit $2 for update skip locked
    )
    returning key, due_at::text as until`,
};

function reading(name: string, where: string): NamedStatement {
  return { name, text: `select ${RECORD_COLUMNS} from applications where ${where}` };
}

/**
 * Finds, begins and changes applications. `steps/` saves their steps, `journal.ts` reads their
 * journal.
 */
export class Applications {
  private readonly writer: StepWriter;
  private readonly place: { readonly database: Database; readonly vault: Vault };

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {
    this.writer = new StepWriter(database);
    this.place = { database, vault };
  }

  /** By the public id. */
  async byId(id: string): Promise<ApplicationRecord | undefined> {
    return this.one(BY_ID, [id]);
  }

  /**
   * Public ids, without case and separators, that end in a text: a flow may show its applicants the
   * end of the id as their reference.
   */
  async idsEndingIn(text: string): Promise<readonly string[]> {
    const end = text.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
    const rows = await this.database.query<{ id: string }>(
      `select id from applications
        where right(lower(regexp_replace(id, '[^A-Za-z0-9]', '', 'g')), $2) = $1
        order by id limit 20`,
      [end, end.length],
    );
    return rows.map(({ id }) => id);
  }

  /** By the internal key, which other tables use. */
  async byKey(key: string): Promise<ApplicationRecord | undefined> {
    return this.one(BY_KEY, [key]);
  }

  /** Several applications, by the internal key. */
  async byKeys(keys: readonly string[]): Promise<ReadonlyMap<string, ApplicationRecord>> {
    if (keys.length === 0) return new Map();
    const rows = await this.database.query<ApplicationRow & Record<string, unknown>>(
      `select ${RECORD_COLUMNS} from applications where key = any($1)`,
      [keys],
    );
    return new Map(rows.map((row) => [row.key, recordOf(row, this.vault)]));
  }

  /** The latest application of a visitor in a flow that the filter matches. */
  async latest(
    subject: Buffer,
    flow: string,
    filter: ApplicationFilter,
  ): Promise<ApplicationRecord | undefined> {
    return this.one(LATEST, [subject, flow, ...filterParameters(filter)]);
  }

  /**
   * Moves an application without a public id to another variant: nothing of it depends on the
   * first. One that got its id meanwhile stays in its own.
   */
  async moveTo(record: ApplicationRecord, variant: Variant): Promise<ApplicationRecord> {
    const moved = await this.database.query(
      "update applications set variant = $2 where key = $1 and id is null returning key",
      [record.key, JSON.stringify(variant)],
    );
    return moved.length === 0 ? record : { ...record, variant };
  }

  /** Begins an application, at revision 0. */
  async begin(
    flow: string,
    flowVersion: string,
    variant: Variant,
    subject: Buffer,
  ): Promise<ApplicationRecord> {
    const key = randomUUID();
    await this.database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values ($1, $2, $3, $4, $5, '{}')",
      [key, flow, flowVersion, JSON.stringify(variant), subject],
    );
    return {
      key,
      id: undefined,
      flow,
      flowVersion,
      variant,
      subject,
      state: {},
      revision: 0,
      calling: false,
      askedAgain: [],
      timers: [],
      locale: undefined,
      sealed: [],
      unopened: [],
      boxes: new Map(),
      entries: new Map(),
    };
  }

  /**
   * Begins an application for a request that may be repeated, even concurrently: all repetitions
   * get the same one.
   *
   * @param key the Idempotency-Key of the request
   */
  async beginOnce({
    flow,
    flowVersion,
    variant,
    subject,
    key: request,
  }: Pick<ApplicationRecord, "flow" | "flowVersion" | "variant" | "subject"> & {
    readonly key: string;
  }): Promise<ApplicationRecord> {
    const key = uuidOf(
      this.vault.derive(`application:${subject.toString("hex")}:${flow}:${request}`).bytes,
    );
    await this.database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values ($1, $2, $3, $4, $5, '{}') on conflict (key) do nothing",
      [key, flow, flowVersion, JSON.stringify(variant), subject],
    );
    return (await this.byKey(key)) ?? (await this.begin(flow, flowVersion, variant, subject));
  }

  /**
   * Summarises the steps since a revision: whether all were timers, or mailed links, and whether
   * any changed the state. `kind` alone tells of steps of earlier releases, whose actors may be
   * those of a role; the result of a call in such a step counts as another's.
   */
  async stepsSince(
    key: string,
    revision: number,
  ): Promise<{
    readonly onlyTimers: boolean;
    readonly onlyLinks: boolean;
    readonly changes: boolean;
  }> {
    const [row] = await this.database.query<{
      timers: boolean | null;
      links: boolean | null;
      changes: boolean | null;
    }>(
      `select bool_and(kind = 'timer' or actor like '@timer %') as timers,
         bool_and(kind = 'link' or actor like '@link %') as links,
         bool_or(events @? '$[*].changes[*]') as changes
       from journal where application = $1 and revision > $2`,
      [key, revision],
    );
    return {
      onlyTimers: row?.timers === true,
      onlyLinks: row?.links === true,
      changes: row?.changes === true,
    };
  }

  /**
   * An application at an earlier revision, folded from its journal. Undefined for a revision that
   * it never had.
   */
  async at(now: ApplicationRecord, revision: number): Promise<ApplicationRecord | undefined> {
    if (revision === now.revision) return now;
    const then = await stateAt(now.key, revision, this.place);
    if (then === undefined) return undefined;
    return { ...now, ...then, id: idOf(then.state), revision, calling: false, unopened: [] };
  }

  /**
   * Stores an outside application with the step that read it, in one statement; nothing when its id
   * exists by now.
   */
  async import(application: ImportedApplication): Promise<void> {
    const { id, flow, flowVersion, variant, subject, state, events, input, pii, timers } =
      application;
    const key = randomUUID();
    const [event] = events;
    const { vault } = this;
    const first = `${key} 1`;
    await this.database.query(IMPORT, [
      key,
      id,
      flow,
      flowVersion,
      JSON.stringify(variant),
      subject,
      JSON.stringify(sealState(state, pii, { column: "applications.state", row: key }, { vault })),
      event?.at ?? input.context.now,
      input.kind,
      event?.because ?? "",
      JSON.stringify(sealEvents(events, pii, { column: "journal.events", row: first }, { vault })),
      Buffer.from(
        vault.seal(JSON.stringify(input), { column: "journal.input", row: first, path: "" }),
      ),
      actorIn(input),
      JSON.stringify(eventItems(application.reports, { flow, flowVersion, application: key })),
      vault.binds,
      JSON.stringify(timers),
      nextDue(timers) ?? null,
      usedLocale(input) ?? null,
    ]);
  }

  /**
   * Saves a step, all of it or nothing; concurrent steps of other applications share its statement.
   *
   * @returns the new record; undefined when another step was faster (stale revision, or claimed
   *   key)
   */
  async saveStep(step: Step): Promise<ApplicationRecord | undefined> {
    const record = { ...step.record, unopened: stillKept(step.record, step.events) };
    const revision = await this.writer.write(stepRow({ ...step, record }, this.vault));
    if (revision === undefined) return undefined;
    return {
      ...record,
      id: idOf(step.state) ?? record.id,
      state: step.state,
      revision,
      flowVersion: step.flowVersion,
      calling: step.call !== undefined || step.answered?.open === true,
      askedAgain: step.askedAgain ?? record.askedAgain,
      timers: step.timers?.running ?? record.timers,
      locale: usedLocale(step.input) ?? record.locale,
    };
  }

  /**
   * Leases applications that are due by the database's clock to this node, for some milliseconds,
   * more than nodes take to serve a published version.
   */
  async claimDue(most: number, leaseMs: number): Promise<readonly DueApplication[]> {
    return this.database.query<{ key: string; until: string }>(TAKE_DUE, [leaseMs, most]);
  }

  /**
   * Sets the timers of an application outside a step, by the version that is served, unless a step
   * was faster. Those of a later publish stay to be set.
   *
   * @param lease of this pass; where it is lost, nothing is set. Undefined: a step was taken in it
   */
  async setTimers(
    { key, revision }: ApplicationRecord,
    timers: readonly RunningTimer[],
    lease: DueApplication | undefined,
  ): Promise<void> {
    await this.database.query(
      `update applications set timers = $3, due_at = $4,
         timers_at = case when ${TIMERS_LEASED} then null else timers_at end
       where key = $1 and revision = $2 and ($5::timestamptz is null or due_at = $5)`,
      [key, revision, JSON.stringify(timers), nextDue(timers) ?? null, lease?.until ?? null],
    );
  }

  /** Has a node look at an application at once, whatever steps were taken meanwhile. */
  async makeDue(key: string): Promise<void> {
    await this.database.query("update applications set due_at = now() where key = $1", [key]);
  }

  /**
   * Puts off the next pass over an application, unless a step was faster.
   *
   * @param lease as in `setTimers`
   */
  async putOff(
    { key, revision }: ApplicationRecord,
    forMs: number,
    lease: DueApplication | undefined,
  ): Promise<void> {
    await this.database.query(
      `update applications set due_at = later.at,
         timers_at = case when ${TIMERS_LEASED} then later.at else timers_at end
       from (select now() + make_interval(secs => $3::double precision / 1000) as at) later
       where key = $1 and revision = $2 and ($4::timestamptz is null or due_at = $4)`,
      [key, revision, forMs, lease?.until ?? null],
    );
  }

  /** The last answers that an application had at some paths, from its journal. */
  async lastAnswers(key: string, paths: readonly string[]): Promise<ReadonlyMap<string, Json>> {
    return lastValues(key, paths, this.place);
  }

  /** Visits every application of a flow in one snapshot; see `scanApplications`. */
  async eachOf(
    flow: string,
    visit: (application: ApplicationSnapshot) => void,
    decryption?: Decryption,
  ): Promise<void> {
    await scanApplications(this.place, flow, visit, decryption);
  }

  /** The applications of a flow in batches; see `applicationBatches`. */
  batchesOf(flow: string, before?: Date): AsyncGenerator<readonly ApplicationSnapshot[]> {
    return applicationBatches(this.place, flow, before);
  }

  private async one(
    statement: NamedStatement,
    values: readonly unknown[],
  ): Promise<ApplicationRecord | undefined> {
    const [row] = await this.database.query<ApplicationRow>(statement, values);
    return row === undefined ? undefined : recordOf(row, this.vault);
  }
}

/** A UUID of version 8 (custom) from sixteen of the bytes. */
function uuidOf(bytes: Buffer): string {
  const own = Buffer.from(bytes.subarray(0, 16));
  own.writeUInt8((own.readUInt8(6) & 0x0f) | 0x80, 6);
  own.writeUInt8((own.readUInt8(8) & 0x3f) | 0x80, 8);
  return own.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
