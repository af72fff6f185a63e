import type { Database } from "../database/database.ts";

/** Applications that one statement takes; so many wait for it at most. */
const BATCH = 1000;

/** Milliseconds in which every node takes up a version that was published. */
const TAKEN_UP_MS = 10_000;

/** Has nodes look at every application of a flow, once they have taken up its new version: for the timers it brings. */
export async function lookAtAll(database: Database, flow: string): Promise<void> {
  const at = new Date(Date.now() + TAKEN_UP_MS).toISOString();
  for (
    let after: string | undefined = "00000000-0000-0000-0000-000000000000";
    after !== undefined;
  ) {
    const [batch]: { last: string | null }[] = await database.query<{ last: string | null }>(
      `with taken as (select key from applications where flow = $1 and key > $2 order by key limit $3),
        looked as (
          update applications set due_at = $4 from taken
          where applications.key = taken.key and (due_at is null or due_at > $4)
        )
      select max(key::text) as last from taken`,
      [flow, after, BATCH, at],
    );
    after = batch?.last ?? undefined;
  }
}
