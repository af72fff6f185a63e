import type { Database } from "../database/database.ts";

/** Applications of one statement, and the most that are due at once. */
const BATCH = 1000;

/** Milliseconds until every node serves a published version. */
export const TAKEN_UP_MS = 10_000;

/**
 * Makes every application of a flow due, by the database's clock, once all nodes serve its new
 * version: the next pass sets the timers that the version adds. Only that pass takes `timers_at`
 * away; `due_at` is for nodes of the release before.
 */
export async function makeAllDue(database: Database, flow: string): Promise<void> {
  for (
    let after: string | undefined = "00000000-0000-0000-0000-000000000000";
    after !== undefined;
  ) {
    const [batch]: { last: string | null }[] = await database.query<{ last: string | null }>(
      `with
        taken as (select key, now() + make_interval(secs => $4::double precision / 1000) as at from applications where flow = $1 and key > $2 order by key limit $3),
        due as (
          update applications set timers_at = taken.at, due_at = least(due_at, taken.at) from taken
          where applications.key = taken.key
        )
      select max(key::text) as last from taken`,
      [flow, after, BATCH, TAKEN_UP_MS],
    );
    after = batch?.last ?? undefined;
  }
}
