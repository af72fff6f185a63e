import type { Database } from "../database/database.ts";

/** Applications of one statement. */
const BATCH = 1000;

/** Milliseconds until every node serves a published version. */
export const TAKEN_UP_MS = 10_000;

/**
 * Has the timers of every application of a flow set anew, by the database's clock, once all nodes
 * serve its new version. It does not change `due_at`, so due timers fire on time.
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
          update applications set timers_at = taken.at from taken
          where applications.key = taken.key
        )
      select max(key::text) as last from taken`,
      [flow, after, BATCH, TAKEN_UP_MS],
    );
    after = batch?.last ?? undefined;
  }
}
