import { randomUUID } from "node:crypto";
import type { ApplicationEvent } from "../../engine/application/event.ts";
import type { Variant } from "../../engine/application/variant.ts";
import type { CallRequest, Input } from "../../engine/answer/input.ts";
import type { PiiPath } from "../../engine/compile/compiled-variant.ts";
import type { Report } from "../../engine/report/report.ts";
import type { AskedAgain } from "../../engine/versions/ask-again.ts";
import { fileIdsIn } from "../../engine/validate/files.ts";
import type { JsonObject } from "../../engine/definition/json.ts";
import type { Database } from "../database/database.ts";
import { eventRows, writingEvents } from "./events.ts";
import type { DraftPlace } from "./drafts.ts";
import type { KeptAnswer } from "./idempotency-keys.ts";
import { openAll, sealChanges, sealedPaths, sealState } from "../secrets/personal-values.ts";
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
  readonly askedAgain: readonly AskedAgain[];
  /** Places that were sealed when it was read. */
  readonly sealed: readonly PiiPath[];
}

/** An application as it was at one moment. */
export interface ApplicationSnapshot {
  readonly key: string;
  /** The id in the address, or the key while there is none. */
  readonly id: string;
  readonly variant: Variant;
  readonly state: JsonObject;
  readonly updatedAt: Date;
}

/** Applications read at a time. */
const BATCH = 400;

/** A step to be kept: all of it or nothing. */
export interface Step {
  readonly record: ApplicationRecord;
  readonly state: JsonObject;
  readonly events: readonly ApplicationEvent[];
  readonly reports: readonly Report[];
  readonly input: Input;
  readonly pii: readonly PiiPath[];
  readonly flowVersion: string;
  /** Answers that this step clears to ask for them again. */
  readonly askedAgain?: readonly AskedAgain[];
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
  asked_again: readonly AskedAgain[] | null;
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
    };
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
    const pii = [...step.pii, ...record.sealed];
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
          update applications set state = $6, id = coalesce($7, id), revision = revision + 1, flow_version = $8, updated_at = now(), asked_again = coalesce($24, asked_again)
          where key in (select key from present) and ($4::text is null or exists (select 1 from claimed)) and ($26::bigint is null or exists (select 1 from heard))
          returning key, revision
        ),
        journaled as (
          insert into journal (application, revision, at, kind, because, flow_version, events, input, actor)
          select key, revision, $9, $10, $11, $8, $12, $13, $25 from stepped
        ),
        called as (
          insert into calls (id, application, name, request, idempotency_subject, idempotency_key, leased_until)
          select $14, key, $15, $16, $3, $17, now() + make_interval(secs => $18::double precision / 1000) from stepped where $14::uuid is not null
        ),
        answered as (
          update calls set outcome = $20,
            answered_at = case when $33 then null else now() end,
            leased_until = case when $33 then now() else leased_until end
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
        JSON.stringify(sealState(step.state, pii, this.vault)),
        id ?? null,
        step.flowVersion,
        event?.at ?? step.input.context.now,
        step.input.kind,
        event?.because ?? "",
        JSON.stringify(
          step.events.map((each) => ({
            ...each,
            changes: sealChanges(each.changes, pii, this.vault),
          })),
        ),
        Buffer.from(this.vault.seal(JSON.stringify(step.input))),
        call?.id ?? null,
        call?.request.call ?? null,
        call === undefined ? null : Buffer.from(this.vault.seal(JSON.stringify(call.request))),
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
        }>(
          "select key, id, variant, state, updated_at from applications where flow = $1 and key > $2 order by key limit $3",
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
        for (const { key, id, variant, state, updated_at: updatedAt } of rows)
          visit({
            key,
            id: id ?? key,
            updatedAt,
            variant,
            state: openAll(state, this.vault) as JsonObject,
          });
        if (last === undefined) return;
      }
    });
  }

  private async one(
    where: string,
    values: readonly unknown[],
  ): Promise<ApplicationRecord | undefined> {
    const [row] = await this.database.query<Row>(
      `select key, id, flow, flow_version, variant, subject, state, revision, asked_again,
        exists (select 1 from calls where application = applications.key and answered_at is null) as calling
      from applications where ${where}`,
      values,
    );
    if (row === undefined) return undefined;
    return {
      key: row.key,
      id: row.id ?? undefined,
      flow: row.flow,
      flowVersion: row.flow_version,
      variant: row.variant,
      subject: row.subject,
      state: openAll(row.state, this.vault) as JsonObject,
      revision: row.revision,
      calling: row.calling,
      askedAgain: row.asked_again ?? [],
      sealed: sealedPaths(row.state),
    };
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

/** By convention the id that stands in addresses is `application.id` of the state. */
function idOf(state: JsonObject): string | undefined {
  const application = state["application"];
  const id =
    typeof application === "object" && application !== null && !Array.isArray(application)
      ? (application as JsonObject)["id"]
      : undefined;
  return typeof id === "string" ? id : undefined;
}
