import { nextDue, type RunningTimer } from "../../../engine/transition/timers.ts";
import type { Database } from "../database/database.ts";
import type { NamedStatement } from "../database/named-statement.ts";
import { TAKEN_UP_MS } from "./make-all-due.ts";

/** Milliseconds after which another node may take over an application from this one. */
const LEASE_MS = 30_000;

/** An application whose new timers a node is about to set. */
export interface TimersClaim {
  readonly key: string;
  /** The end of the lease, as PostgreSQL writes it. */
  readonly until: string;
  /** Its `due_at` at the time: where that has changed, another pass works on it. */
  readonly dueAt: string | null;
}

/** The timers of an application at a revision. */
export interface ComputedTimers {
  readonly claim: TimersClaim;
  readonly revision: number;
  readonly timers: readonly RunningTimer[];
}

/** Claims applications by `timers_at`. `due_at` does not change, so due timers fire on time. */
const CLAIM: NamedStatement = {
  name: "new-timers-claim",
  text: `update applications set timers_at = now() + make_interval(secs => $1::double precision / 1000)
    where key in (
      select key from applications where timers_at <= now() order by timers_at limit $2 for update skip locked
    )
    returning key, timers_at::text as until, due_at::text as "dueAt"`,
};

/**
 * Whether `timers_at` was moved on by the claim of a pass: a publish sets it to a nearer time,
 * which stays until all nodes serve the new version. A slow pass is repeated.
 */
export const TIMERS_LEASED = `timers_at > now() + make_interval(secs => ${TAKEN_UP_MS / 1000})`;

/** All SQL of the timers that a new version adds. */
export class NewTimers {
  constructor(private readonly database: Database) {}

  /** Leases some applications that wait for the timers of a version. */
  async claim(most: number): Promise<readonly TimersClaim[]> {
    return this.database.query<TimersClaim & Record<string, unknown>>(CLAIM, [LEASE_MS, most]);
  }

  /**
   * Sets timers, all in one statement. An application that had a step, or that another pass works
   * on, stays to be looked at again; so does one of a later publish.
   */
  async set(computed: readonly ComputedTimers[]): Promise<void> {
    await this.database.query(
      `update applications a set timers = new.timers, due_at = new.due_at,
         timers_at = case when ${TIMERS_LEASED} then null else timers_at end
       from jsonb_to_recordset($1::jsonb) as new (key uuid, revision integer, timers jsonb, due_at timestamptz, until timestamptz, before timestamptz)
       where a.key = new.key and a.revision = new.revision and a.timers_at = new.until and a.due_at is not distinct from new.before`,
      [
        JSON.stringify(
          computed.map(({ claim: { key, until, dueAt }, revision, timers }) => ({
            ...{ key, revision, timers, until },
            due_at: nextDue(timers) ?? null,
            before: dueAt,
          })),
        ),
      ],
    );
  }

  /** Puts the next look at applications off. */
  async putOff(claims: readonly TimersClaim[], forMs: number): Promise<void> {
    await this.database.query(
      `update applications a set timers_at = now() + make_interval(secs => $2::double precision / 1000)
       from jsonb_to_recordset($1::jsonb) as claimed (key uuid, until timestamptz)
       where a.key = claimed.key and a.timers_at = claimed.until`,
      [JSON.stringify(claims), forMs],
    );
  }
}
