import { randomUUID } from "node:crypto";
import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { CallRequest, Input } from "../../../engine/transition/input.ts";
import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import type { AnalyticsEvent } from "../../../engine/analytics/analytics-event.ts";
import type { InvalidatedAnswer } from "../../../engine/tools/find-invalidated.ts";
import { fileIdsIn } from "../../../engine/validate/files.ts";
import { replay } from "../../../engine/transition/replay.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Database } from "../database/database.ts";
import { eventRows, writingEvents } from "./events.ts";
import type { DraftPlace } from "./drafts.ts";
import type { KeptAnswer } from "./idempotency-keys.ts";
import {
  openDocument,
  sealEvents,
  sealState,
  type KeptBox,
  type OpenedDocument,
} from "../secrets/personal-values.ts";
import { callPlace } from "./calls.ts";
import { openEvents } from "./journal.ts";
import { hashOf } from "./webhook-events.ts";
import type { Vault } from "../secrets/vault.ts";

/** One application as it is kept. */
export interface ApplicationRecord {
  readonly key: string;
  readonly id: string | undefined;
  readonly flow: string;
  readonly flowVersion: string;
  readonly variant: Variant;
  readonly subject: Buffer;
  readonly state: JsonObject;
  readonly revision: number;
  /** A call of it was asked for and is not answered yet. */
  readonly calling: boolean;
  /** Answers that a newer version of the flow did not take. */
  readonly askedAgain: readonly InvalidatedAnswer[];
  /** Places that were sealed when it was read. */
  readonly sealed: readonly PiiPath[];
  /** Boxes that could not be opened when it was read: the state has nothing there, and they stay where they are. */
  readonly unopened: readonly KeptBox[];
}

/** An application as it was at one moment. */
export interface ApplicationSnapshot {
  readonly key: string;
  /** The id in the address, or the key while there is none. */
  readonly id: string;
  readonly variant: Variant;
  readonly state: JsonObject;
  /** Something of it could not be opened, and is not in the state. */
  readonly incomplete: boolean;
  readonly updatedAt: Date;
}

/** Applications read at a time. */
const BATCH = 400;

/** A step to be kept: all of it or nothing. */
export interface Step {
  readonly record: ApplicationRecord;
  readonly state: JsonObject;
  readonly events: readonly ApplicationEvent[];
  readonly reports: readonly AnalyticsEvent[];
  readonly input: Input;
  readonly pii: readonly PiiPath[];
  readonly flowVersion: string;
  /** Answers that this step clears to ask for them again. */
  readonly askedAgain?: readonly InvalidatedAnswer[];
  /** Claimed with this step, so that a repetition by the same visitor finds it. */
  readonly claim?: { readonly key: string; readonly requestHash: Buffer; readonly subject: Buffer };
  /** What a repetition is to be answered, when this step is the last of its request. */
  readonly finish?: { readonly key: string; readonly answer: KeptAnswer };
  /** Asked for by this step. */
  readonly call?: {
    readonly id: string;
    readonly request: CallRequest;
    readonly leaseMs: number;
    readonly idempotencyKey: string | undefined;
  };
  /** Where the form was sent from: what was typed there is a draft no more. */
  readonly sent?: Omit<DraftPlace, "application">;
  /** What a provider told, and this step makes true. */
  readonly heard?: string;
  /** What the application waits to be told about from this step on. */
  readonly awaits?: readonly { readonly provider: string; readonly key: string }[];
  /** Answered by this step; `open`: nothing says what became of the call, and it waits to be sent again. */
  readonly answered?: { readonly callId: string; readonly outcome: string; readonly open: boolean };
}

/** An application that was begun elsewhere, as the step that read it left it. */
export interface ImportedApplication extends Pick<
  Step,
  "state" | "events" | "reports" | "input" | "pii" | "flowVersion"
> {
  /** The id in the address. */
  readonly id: string;
  readonly flow: string;
  readonly variant: Variant;
  readonly subject: Buffer;
}

interface Row {
  key: string;
  id: string | null;
  flow: string;
  flow_version: string;
  variant: Variant;
  subject: Buffer;
  state: JsonObject;
  revision: number;
  calling: boolean;
  asked_again: readonly InvalidatedAnswer[] | null;
  bound: boolean;
}

/** All SQL about applications and their journal. */
export class Applications {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** By the id in the address. */
  async byId(id: string): Promise<ApplicationRecord | undefined> {
    return this.one("id = $1", [id]);
  }

  /** By the key that other tables know it by. */
  async byKey(key: string): Promise<ApplicationRecord | undefined> {
    return this.one("key = $1", [key]);
  }

  /** The latest application of a visitor in a flow; of one market, where that is given. What has no id yet may be of any. */
  async latest(
    subject: Buffer,
    flow: string,
    {
      reseller,
      market,
    }: { readonly reseller: string | undefined; readonly market: string | undefined },
  ): Promise<ApplicationRecord | undefined> {
    return this.one(
      "subject = $1 and flow = $2 and coalesce(variant->>'reseller', '') = $3 and ($4::text is null or id is null or variant->>'market' = $4) order by ($4 is not null and id is null), updated_at desc limit 1",
      [subject, flow, reseller ?? "", market ?? null],
    );
  }

  /** What has no id yet goes on in another market: nothing of it depends on the first. */
  async moveTo(record: ApplicationRecord, variant: Variant): Promise<ApplicationRecord> {
    await this.database.query(
      "update applications set variant = $2 where key = $1 and id is null",
      [record.key, JSON.stringify(variant)],
    );
    return { ...record, variant };
  }

  /** Begins an application; nothing has happened to it yet. */
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
      sealed: [],
      unopened: [],
    };
  }

  /**
   * Begins an application for a request that may come twice, or several times at once: they all begin the same one.
   *
   * @param begun with the Idempotency-Key of the request
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

  /** An application as it was at an earlier revision: folded from its journal. Undefined where it never had that one. */
  async at(now: ApplicationRecord, revision: number): Promise<ApplicationRecord | undefined> {
    if (revision === now.revision) return now;
    const rows = await this.database.query<{
      revision: number;
      flow_version: string;
      events: Json;
      bound: boolean;
    }>(
      "select revision, flow_version, events, bound from journal where application = $1 and revision <= $2 order by revision",
      [now.key, revision],
    );
    const last = rows.at(-1);
    if (last?.revision !== revision) return undefined;
    const events = rows.flatMap(({ events: kept, bound, ...row }) =>
      openEvents(kept, bound, `${now.key} ${row.revision}`, this.vault),
    );
    const state = replay(events);
    return {
      ...now,
      id: idOf(state),
      state,
      revision,
      flowVersion: last.flow_version,
      calling: false,
      unopened: [],
    };
  }

  /**
   * Keeps an application that was begun elsewhere, with the step that read it: in one statement, or not at all when its
   * id is known here by now.
   */
  async import({
    id,
    flow,
    flowVersion,
    variant,
    subject,
    state,
    events,
    reports,
    input,
    pii,
  }: ImportedApplication): Promise<void> {
    const key = randomUUID();
    const [event] = events;
    const { vault } = this;
    const first = `${key} 1`;
    await this.database.query(
      `with
        begun as (
          insert into applications (key, id, flow, flow_version, variant, subject, state, revision, bound_revision)
          values ($1, $2, $3, $4, $5, $6, $7, 1, case when $15 then 1 end)
          on conflict (id) do nothing returning key, revision
        ),
        journaled as (
          insert into journal (application, revision, at, kind, because, flow_version, events, input, actor, bound)
          select key, revision, $8, $9, $10, $4, $11, $12, $13, $15 from begun
        ),
        ${writingEvents("select key from begun", "$14")}
      select 1 from begun`,
      [
        key,
        id,
        flow,
        flowVersion,
        JSON.stringify(variant),
        subject,
        JSON.stringify(sealState(state, pii, { column: "applications.state", row: key }, vault)),
        event?.at ?? input.context.now,
        input.kind,
        event?.because ?? "",
        JSON.stringify(sealEvents(events, pii, { column: "journal.events", row: first }, vault)),
        Buffer.from(
          vault.seal(JSON.stringify(input), { column: "journal.input", row: first, path: "" }),
        ),
        actorIn(input),
        eventRows(reports, { flow, flowVersion, application: key }),
        vault.binds,
      ],
    );
  }

  /**
   * Keeps a step in one statement: the state, the journal, the idempotency key, the call that was asked for or
   * answered, the analytics events, which files it refers to now, and that what was typed is sent.
   *
   * @returns the record as it is now; undefined when somebody else was faster (the revision is stale, or the key is claimed)
   */
  async keep(step: Step): Promise<ApplicationRecord | undefined> {
    const { record, claim, call, answered } = step;
    const id = idOf(step.state);
    const [event] = step.events;
    const { vault } = this;
    const revised = `${record.key} ${record.revision + 1}`;
    const rows = await this.database.query<{ revision: number }>(
      `with
        present as (select key from applications where key = $1 and revision = $2 for update),
        claimed as (
          insert into idempotency_keys (subject, key, request_hash, application, answer)
          select $3, $4, $5, key, case when $22::text = $4::text then $23::jsonb end from present where $4::text is not null
          on conflict do nothing returning 1
        ),
        heard as (
          update webhook_events set settled_at = now(), settled_as = 'applied', event = null
          where id = $26::bigint and settled_at is null and exists (select 1 from present) returning 1
        ),
        stepped as (
          update applications set state = $6, id = coalesce($7, id), revision = revision + 1, flow_version = $8, updated_at = now(), asked_again = coalesce($24, asked_again), bound_revision = case when $33 then revision + 1 end
          where key in (select key from present) and ($4::text is null or exists (select 1 from claimed)) and ($26::bigint is null or exists (select 1 from heard))
          returning key, revision
        ),
        journaled as (
          insert into journal (application, revision, at, kind, because, flow_version, events, input, actor, bound)
          select key, revision, $9, $10, $11, $8, $12, $13, $25, $33 from stepped
        ),
        called as (
          insert into calls (id, application, name, request, idempotency_subject, idempotency_key, leased_until)
          select $14, key, $15, $16, $3, $17, now() + make_interval(secs => $18::double precision / 1000) from stepped where $14::uuid is not null
        ),
        answered as (
          update calls set outcome = $20,
            answered_at = case when $34 then null else now() end,
            leased_until = case when $34 then now() else leased_until end
          where id = $19::uuid and application in (select key from stepped)
        ),
        finished as (
          update idempotency_keys set answer = $23
          where application = $1 and key = $22::text and $22::text is distinct from $4::text and exists (select 1 from stepped)
        ),
        awaited as (
          insert into webhook_keys (flow, provider, key_hash, application)
          select $27, item->>'provider', decode(item->>'hash', 'hex'), key from stepped, jsonb_array_elements($28::jsonb) item
          on conflict do nothing
        ),
        used as (
          update files set used = not used
          where application in (select key from stepped) and used <> (id = any($29::text[]))
        ),
        drafted as (
          delete from drafts where application in (select key from stepped) and subject = $30 and screen = $31 and thing = $32
        ),
        ${writingEvents("select key from stepped", "$21")}
      select revision from stepped`,
      [
        record.key,
        record.revision,
        claim?.subject ?? record.subject,
        claim?.key ?? null,
        claim?.requestHash ?? null,
        JSON.stringify(
          sealState(
            step.state,
            step.pii,
            { column: "applications.state", row: record.key },
            vault,
            record,
          ),
        ),
        id ?? null,
        step.flowVersion,
        event?.at ?? step.input.context.now,
        step.input.kind,
        event?.because ?? "",
        JSON.stringify(
          sealEvents(
            step.events,
            step.pii,
            { column: "journal.events", row: revised },
            vault,
            record.sealed,
          ),
        ),
        Buffer.from(
          vault.seal(JSON.stringify(step.input), {
            column: "journal.input",
            row: revised,
            path: "",
          }),
        ),
        call?.id ?? null,
        call?.request.call ?? null,
        call === undefined
          ? null
          : Buffer.from(vault.seal(JSON.stringify(call.request), callPlace(record.key, call.id))),
        call?.idempotencyKey ?? null,
        call?.leaseMs ?? 0,
        answered?.callId ?? null,
        answered?.outcome ?? null,
        eventRows(step.reports, {
          flow: record.flow,
          flowVersion: step.flowVersion,
          application: record.key,
        }),
        step.finish?.key ?? null,
        step.finish === undefined ? null : JSON.stringify(step.finish.answer),
        step.askedAgain === undefined ? null : JSON.stringify(step.askedAgain),
        actorIn(step.input),
        step.heard ?? null,
        record.flow,
        JSON.stringify(
          (step.awaits ?? []).map(({ provider, key }) => ({
            provider,
            hash: hashOf(key).toString("hex"),
          })),
        ),
        fileIdsIn(step.state),
        step.sent?.subject ?? null,
        step.sent?.screen ?? null,
        step.sent?.thing ?? null,
        vault.binds,
        answered?.open ?? false,
      ],
    );
    const revision = rows[0]?.revision;
    if (revision === undefined) return undefined;
    return {
      ...record,
      id: id ?? record.id,
      state: step.state,
      revision,
      flowVersion: step.flowVersion,
      calling: call !== undefined || answered?.open === true,
      askedAgain: step.askedAgain ?? record.askedAgain,
    };
  }

  /**
   * Goes through every application of a flow as they are at one moment, a few hundred at a time: memory stays flat
   * however many there are, and nobody waits for it.
   */
  async eachOf(flow: string, visit: (application: ApplicationSnapshot) => void): Promise<void> {
    await this.database.transaction(async (client) => {
      await client.query("set transaction isolation level repeatable read, read only");
      const batch = async (after: string) =>
        client.query<{
          key: string;
          id: string | null;
          variant: Variant;
          state: JsonObject;
          updated_at: Date;
          bound: boolean;
        }>(
          "select key, id, variant, state, updated_at, bound_revision is not null as bound from applications where flow = $1 and key > $2 order by key limit $3",
          [flow, after, BATCH],
        );
      for (let next = batch("00000000-0000-0000-0000-000000000000"); ;) {
        const { rows } = await next;
        const last = rows.length < BATCH ? undefined : rows.at(-1);
        // The database looks for the next ones while these are looked at; what goes wrong there is heard above.
        if (last !== undefined) {
          next = batch(last.key);
          next.catch(() => undefined);
        }
        for (const { key, id, variant, state, updated_at: updatedAt, bound } of rows) {
          const { value, unopened } = this.opened(key, state, bound);
          visit({
            key,
            id: id ?? key,
            updatedAt,
            variant,
            state: value as JsonObject,
            incomplete: unopened.length > 0,
          });
        }
        if (last === undefined) return;
      }
    });
  }

  private async one(
    where: string,
    values: readonly unknown[],
  ): Promise<ApplicationRecord | undefined> {
    const [row] = await this.database.query<Row>(
      `select key, id, flow, flow_version, variant, subject, state, revision, asked_again, bound_revision is not null as bound,
        exists (select 1 from calls where application = applications.key and answered_at is null) as calling
      from applications where ${where}`,
      values,
    );
    if (row === undefined) return undefined;
    const { value, sealed, unopened } = this.opened(row.key, row.state, row.bound);
    return {
      key: row.key,
      id: row.id ?? undefined,
      flow: row.flow,
      flowVersion: row.flow_version,
      variant: row.variant,
      subject: row.subject,
      state: value as JsonObject,
      revision: row.revision,
      calling: row.calling,
      askedAgain: row.asked_again ?? [],
      sealed,
      unopened,
    };
  }

  private opened(key: string, state: JsonObject, bound: boolean): OpenedDocument {
    return openDocument(state, bound, { column: "applications.state", row: key }, this.vault);
  }
}

/** Who acted; what comes back of a call is put down to whoever asked for it. */
function actorIn(input: Input): string {
  const heard =
    input.kind === "webhook"
      ? input.heard.provider
      : input.kind === "result"
        ? input.request.continuation.heard
        : undefined;
  if (heard !== undefined) return `webhook ${heard}`;
  const actor = input.kind === "result" ? input.request.continuation.actor : input.context.actor;
  return actor === undefined
    ? "applicant"
    : [actor.role, actor.id].filter((part) => part !== undefined).join(" ");
}

/** A UUID of sixteen of the bytes, of the version that leaves their meaning open. */
function uuidOf(bytes: Buffer): string {
  const own = Buffer.from(bytes.subarray(0, 16));
  own.writeUInt8((own.readUInt8(6) & 0x0f) | 0x80, 6);
  own.writeUInt8((own.readUInt8(8) & 0x3f) | 0x80, 8);
  return own.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** By convention the id that stands in addresses is `application.id` of the state. */
function idOf(state: JsonObject): string | undefined {
  const application = state["application"];
  const id =
    typeof application === "object" && application !== null && !Array.isArray(application)
      ? (application as JsonObject)["id"]
      : undefined;
  return typeof id === "string" ? id : undefined;
}
