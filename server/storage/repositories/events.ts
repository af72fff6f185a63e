import { hash, randomUUID } from "node:crypto";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { Once, AnalyticsEvent } from "../../../engine/analytics/analytics-event.ts";
import { BatchedStatement } from "../database/batched-statement.ts";
import type { Database } from "../database/database.ts";
import { deleteSome } from "../database/delete-some.ts";
import type { NamedStatement } from "../database/named-statement.ts";

/** The flow, the application and the request that analytics events belong to. */
export interface EventOwner {
  readonly flow: string;
  readonly flowVersion: string;
  /** Key of the application; absent for none, or another person's. */
  readonly application?: string | undefined;
  /** Idempotency-Key of a request without a step: its repetition reports nothing again. */
  readonly request?: string | undefined;
}

/** One exported event. */
export interface EventLine {
  readonly id: number;
  readonly eid: string;
  readonly type: string;
  readonly at: Date;
  readonly flow: string | null;
  readonly flowVersion: string | null;
  /** The public id. */
  readonly application: string | null;
  readonly session: string | null;
  readonly about: JsonObject;
  readonly properties: JsonObject;
}

/** Filter of exported events. */
export interface EventFilter {
  /** ISO 8601. */
  readonly since?: string | undefined;
  readonly flow?: string | undefined;
  readonly application?: string | undefined;
  readonly type?: string | undefined;
}

/** A delivery of an event in progress. */
export interface Delivery {
  readonly event: number;
  readonly eid: string;
  readonly flow: string;
  readonly request: CallRequest;
  /** This one included: another process that takes the delivery over makes the next one. */
  readonly attempts: number;
}

/** Names a delivery in progress, as far as its lease does. */
type HeldDelivery = Pick<Delivery, "event" | "attempts">;

/** Condition of a delivery whose lease is not lost: $1 is its event, $2 its attempts. */
const HELD = "event = $1 and attempts = $2 and delivered_at is null and given_up_at is null";

/** Events of one read. */
const BATCH = 500;

/**
 * Part of a statement that writes events, as the common table expressions `items`, `reported` and
 * `delivering`.
 *
 * @param items query with the columns `key` (of the application), `item` (one of `eventItems`) and
 *   `place` (its number)
 */
export function writingEvents(items: string): string {
  return `items as (${items}),
    reported as (
      insert into events (eid, application, at, event, properties, flow, flow_version, session, about, once)
      select (item->>'eid')::uuid, key, (item->>'at')::timestamptz, item->>'type', item->'properties', item->>'flow', item->>'flowVersion',
        item->>'session', item->'about', decode(item->>'once', 'hex')
      from items order by key, place
      on conflict (once) do nothing
      returning id, eid
    ),
    delivering as (
      insert into event_deliveries (event, request)
      select reported.id, item->'send' from reported join items on (item->>'eid')::uuid = reported.eid where item->'send' is not null
    )`;
}

/** Events as `writingEvents` takes them, as JSON objects. */
export function eventItems(
  reports: readonly AnalyticsEvent[],
  on: EventOwner,
): readonly Readonly<Record<string, unknown>>[] {
  return reports.map(({ type, at, session, properties, once, send, ...about }) => ({
    eid: randomUUID(),
    type,
    at,
    session,
    properties,
    about,
    flow: on.flow,
    flowVersion: on.flowVersion,
    once: onceKey(type, once, session, on),
    send,
  }));
}

/**
 * Writes events outside a step. The commit does not wait for the disk, so no page does: when the
 * database server crashes, the last fraction of a second of page views is lost.
 */
const WRITE: NamedStatement = {
  name: "events",
  text: `with ${writingEvents("select key, item, place from jsonb_to_recordset($1::jsonb) as report (key uuid, items jsonb), jsonb_array_elements(items) with ordinality list (item, place)")}
    select set_config('synchronous_commit', 'off', true)`,
};

/** The events of one request, as `WRITE` takes them. */
interface Report {
  readonly key: string | undefined;
  readonly items: ReturnType<typeof eventItems>;
}

/** All SQL of events, except writing them with a step. */
export class Events {
  private readonly writes = new BatchedStatement<Report, undefined>({
    alone: async (report) => this.writeAll([report]),
    together: async (reports) => {
      await this.writeAll(reports);
      return reports.map(() => undefined);
    },
  });

  constructor(private readonly database: Database) {}

  /** Writes events outside a step: page views, refused answers. */
  async write(reports: readonly AnalyticsEvent[], on: EventOwner): Promise<void> {
    if (reports.length === 0) return;
    await this.writes.one({ key: on.application, items: eventItems(reports, on) });
  }

  /** Reads events in the order of writing, in one snapshot, a few hundred at a time. */
  async each(
    filter: EventFilter,
    handle: (event: EventLine) => Promise<void> | void,
  ): Promise<void> {
    await this.database.transaction(async (client) => {
      await client.query("set transaction isolation level repeatable read, read only");
      for (let after = 0; ;) {
        const { rows } = await client.query<EventLine>(READ, [...valuesOf(filter), after]);
        for (const row of rows) await handle(row);
        const last = rows.at(-1);
        if (last === undefined || rows.length < BATCH) return;
        after = last.id;
      }
    });
  }

  /** The next events after an id, in the order of their ids. */
  async after(id: number, filter: EventFilter): Promise<readonly EventLine[]> {
    return this.database.query<EventLine & Record<string, unknown>>(READ, [
      ...valuesOf(filter),
      id,
    ]);
  }

  /** The highest id below which no further event can appear: all older statements have ended. */
  async settledUpTo(id: number, ageMs: number): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      "select coalesce(max(id), $1)::float8 as id from events where id > $1 and written_at < now() - make_interval(secs => $2::double precision / 1000)",
      [id, ageMs],
    );
    return row?.id ?? id;
  }

  /** Leases due deliveries of some flows to this node; it leaves the others to other nodes. */
  async claimDue(
    limit: number,
    leaseMs: number,
    flows: readonly string[],
  ): Promise<readonly Delivery[]> {
    return this.database.query<Delivery & Record<string, unknown>>(
      `update event_deliveries d set due_at = now() + make_interval(secs => $2::double precision / 1000), attempts = attempts + 1
       from events e
       where e.id = d.event and d.event in (
         select due.event from event_deliveries due join events on events.id = due.event
         where delivered_at is null and given_up_at is null and due_at <= now() and events.flow = any($3)
         order by due_at, due.event limit $1 for update of due skip locked
       )
       returning d.event::float8 as event, e.eid, e.flow, d.request, d.attempts`,
      [limit, leaseMs, flows],
    );
  }

  /** Renews the lease of a delivery in progress, unless it is lost. */
  async renew({ event, attempts }: HeldDelivery, leaseMs: number): Promise<void> {
    await this.database.query(
      `update event_deliveries set due_at = now() + make_interval(secs => $3::double precision / 1000) where ${HELD}`,
      [event, attempts, leaseMs],
    );
  }

  /** Records that an event was taken, unless the lease is lost. */
  async delivered({ event, attempts }: HeldDelivery): Promise<void> {
    await this.database.query(`update event_deliveries set delivered_at = now() where ${HELD}`, [
      event,
      attempts,
    ]);
  }

  /**
   * Records that an event was not taken, unless the lease is lost.
   *
   * @param afterMs time until the next attempt; undefined: no further attempt
   */
  async notDelivered(
    { event, attempts }: HeldDelivery,
    afterMs: number | undefined,
  ): Promise<void> {
    await this.database.query(
      `update event_deliveries set given_up_at = case when $3::double precision is null then now() end, due_at = now() + make_interval(secs => coalesce($3::double precision, 0) / 1000)
       where ${HELD}`,
      [event, attempts, afterMs ?? null],
    );
  }

  /**
   * Deletes events of a flow without an application, which no erasure deletes, once they were
   * delivered.
   *
   * @param flow undefined: those that name none, of an earlier release
   */
  async forgetUnowned(flow: string | undefined, days: number): Promise<boolean> {
    return deleteSome(
      this.database,
      "events",
      `application is null and flow ${flow === undefined ? "is not distinct from $1" : "= $1"}
        and written_at < now() - make_interval(days => $2)
        and not exists (select 1 from event_deliveries
          where event = events.id and delivered_at is null and given_up_at is null)`,
      [flow ?? null, days],
    );
  }

  private async writeAll(reports: readonly Report[]): Promise<undefined> {
    await this.database.query(WRITE, [JSON.stringify(reports)]);
  }

  /** Deletes deliveries that ended a week ago; their events stay. */
  async forgetOld(): Promise<boolean> {
    return deleteSome(
      this.database,
      "event_deliveries",
      `(delivered_at is not null or given_up_at is not null)
        and coalesce(delivered_at, given_up_at) < now() - interval '7 days'`,
    );
  }
}

const READ = `select e.id::float8 as id, e.eid, e.event as type, e.at, e.flow, e.flow_version as "flowVersion", a.id as application, e.session, e.about, e.properties
    from events e left join applications a on a.key = e.application
    where ($1::timestamptz is null or e.at >= $1) and ($2::text is null or e.flow = $2) and ($3::text is null or a.id = $3) and ($4::text is null or e.event = $4) and e.id > $5
    order by e.id limit ${BATCH}`;

function valuesOf({ since, flow, application, type }: EventFilter): readonly Json[] {
  return [since ?? null, flow ?? null, application ?? null, type ?? null];
}

/** The unique key of an event, hashed so that it reveals nothing about its subject. */
function onceKey(
  type: string,
  once: Once | undefined,
  session: string | null,
  { flow, application, request }: EventOwner,
): string | undefined {
  const within =
    once === undefined
      ? request === undefined
        ? undefined
        : ["request", session ?? "", request]
      : once.scope === "application"
        ? [application ?? session]
        : once.scope === "screen"
          ? [application ?? session, once.of ?? null]
          : [once.of ?? null];
  if (within === undefined || within.includes(null)) return undefined;
  return hash("sha256", JSON.stringify([flow, type, once?.scope ?? null, ...within]), "hex");
}
