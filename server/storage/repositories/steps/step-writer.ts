import { DatabaseUnavailable, type Database } from "../../database/database.ts";
import { BatchQueue } from "../../database/batch-queue.ts";
import { KEEP_FREE, KEEP_WAITING } from "./keep-statement.ts";
import type { StepRow } from "./step-row.ts";

/** Steps that one statement keeps at most. */
const MOST = 64;

/** Steps that may wait for the statement under way. */
const CAPACITY = 1000;

/** A statement that takes so long, in milliseconds, holds no other step back. */
const SLOW_MS = 200;

/** Two transactions waited for each other; PostgreSQL ended one of them. */
const DEADLOCK = "40P01";

/**
 * Writes steps: one at once, those that come meanwhile together in the next statement. A step that its statement left out
 * (it is stale, its application is held elsewhere, or another one of its batch broke the statement) is tried alone.
 */
export class StepWriter {
  private readonly queue: BatchQueue<StepRow, number | undefined>;

  constructor(private readonly database: Database) {
    this.queue = new BatchQueue({
      run: async (rows) => this.runBatch(rows),
      keyOf: ({ key }) => key,
      most: MOST,
      capacity: CAPACITY,
      slowMs: SLOW_MS,
    });
  }

  /**
   * @returns the application's revision once the step is committed; undefined when it was stale, or claimed before
   * @throws QueueFull, DatabaseUnavailable; nothing of the step is kept then, or the answer got lost with the connection
   */
  async write(row: StepRow): Promise<number | undefined> {
    const revision = await this.queue.add(row);
    if (revision !== undefined) return revision;
    const [alone] = await this.database.query<{ revision: number }>(KEEP_WAITING, [
      JSON.stringify([row]),
    ]);
    return alone?.revision;
  }

  private async runBatch(rows: readonly StepRow[]): Promise<readonly (number | undefined)[]> {
    try {
      const kept = await this.database.query<{ key: string; revision: number }>(KEEP_FREE, [
        JSON.stringify(rows),
      ]);
      const revisions = new Map(kept.map(({ key, revision }) => [key, revision]));
      return rows.map(({ key }) => revisions.get(key));
    } catch (error) {
      if (rows.length === 1 || !isOfOneStep(error)) throw error;
      return rows.map(() => undefined);
    }
  }
}

/** Whether an error tells of a step in the batch, so that the others can be kept without it. */
function isOfOneStep(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return true;
  return (error.cause as { readonly code?: unknown }).code === DEADLOCK;
}
