import type { Database } from "../database/database.ts";

/** Applications of one statement. */
const BATCH = 1000;

/** Milliseconds until every node serves a published version. */
export const TAKEN_UP_MS = 10_000;

/** Applications that lie still, or do not, by the times of {@link readTimes}. */
const ACTIVE = "updated_at > $5::timestamptz";
/** What changed since the beginning may have been still then, and active afterwards. */
const STILL = "(updated_at <= $5::timestamptz or updated_at > $6::timestamptz)";

/**
 * Has the timers of every application of a flow set anew, by the database's clock, once all nodes
 * serve its new version. It does not change `due_at`, so due timers fire on time.
 *
 * Finished applications are among them: a timer may hang on what they became, and only their states
 * say whether they are finished. Those without a change for thirty days, which most of them are,
 * are looked at after all others.
 */
export async function makeAllDue(database: Database, flow: string): Promise<void> {
  const times = await readTimes(database);
  await makeDue(database, flow, { condition: `${ACTIVE} and $6::timestamptz is not null`, times });
  await makeDue(database, flow, { condition: STILL, times });
}

/** The time since when an active application has changed, and the time of this walk's beginning. */
async function readTimes(database: Database): Promise<readonly [string, string]> {
  const [row] = await database.query<{ since: string; began: string }>(
    "select (now() - interval '30 days')::text as since, now()::text as began",
  );
  return [row?.since ?? "-infinity", row?.began ?? "infinity"];
}

/** Nodes take the applications in the order of these statements. */
async function makeDue(
  database: Database,
  flow: string,
  { condition, times }: { readonly condition: string; readonly times: readonly [string, string] },
): Promise<void> {
  for (
    let after: string | undefined = "00000000-0000-0000-0000-000000000000";
    after !== undefined;
  ) {
    const [batch]: { last: string | null }[] = await database.query<{ last: string | null }>(
      `with
        taken as (select key, now() + make_interval(secs => $4::double precision / 1000) as at from applications where flow = $1 and key > $2 and ${condition} order by key limit $3),
        due as (
          update applications set timers_at = taken.at from taken
          where applications.key = taken.key
        )
      select max(key::text) as last from taken`,
      [flow, after, BATCH, TAKEN_UP_MS, ...times],
    );
    after = batch?.last ?? undefined;
  }
}
