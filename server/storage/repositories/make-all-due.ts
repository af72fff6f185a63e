import type { Database } from "../database/database.ts";

/** Applications of one statement, and the most that are due at once. */
const BATCH = 1000;

/** Milliseconds until every node serves a published version. */
const TAKEN_UP_MS = 10_000;

/**
 * Makes every application of a flow due once all nodes serve its new version: the next pass sets
 * the timers that the version adds.
 */
export async function makeAllDue(database: Database, flow: string): Promise<void> {
  const at = new Date(Date.now() + TAKEN_UP_MS).toISOString();
  for (
    let after: string | undefined = "00000000-0000-0000-0000-000000000000";
    after !== undefined;
  ) {
    const [batch]: { last: string | null }[] = await database.query<{ last: string | null }>(
      `with taken as (select key from applications where flow = $1 and key > $2 order by key limit $3),
        due as (
          update applications set due_at = $4 from taken
          where applications.key = taken.key and (due_at is null or due_at > $4)
        )
      select max(key::text) as last from taken`,
      [flow, after, BATCH, at],
    );
    after = batch?.last ?? undefined;
  }
}
