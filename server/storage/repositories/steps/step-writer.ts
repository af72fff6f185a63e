import { isOfOneItem } from "../../database/batched-statement.ts";
import type { Database } from "../../database/database.ts";
import type { NamedStatement } from "../../database/named-statement.ts";
import { BatchQueue } from "../../database/batch-queue.ts";
import { SAVE_FREE, SAVE_LINK, SAVE_WAITING } from "./save-statement.ts";
import type { StepRow } from "./step-row.ts";

/** Maximum number of steps of one statement. */
const MOST = 64;

/** Maximum number of steps that wait for the statement in progress. */
const CAPACITY = 1000;

/** Milliseconds after which a slow statement no longer delays other steps. */
const SLOW_MS = 200;

/**
 * Writes steps: a lone one at once, those that arrive meanwhile together in the next statement. A
 * step that its statement skipped (stale, application held elsewhere, or another step broke the
 * statement) is tried alone, and that of a mailed link always is.
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
   * @returns the application's revision once the step is committed; undefined for a stale one, or a
   *   claimed key
   * @throws QueueFull, DatabaseUnavailable; nothing of the step is saved then, or its answer was
   *   lost with the connection
   */
  async write(row: StepRow): Promise<number | undefined> {
    if (row.link !== undefined) return this.writeAlone(SAVE_LINK, row);
    const revision = await this.queue.add(row);
    return revision ?? (await this.writeAlone(SAVE_WAITING, row));
  }

  private async writeAlone(statement: NamedStatement, row: StepRow): Promise<number | undefined> {
    const [saved] = await this.database.query<{ revision: number }>(statement, [
      JSON.stringify([row]),
    ]);
    return saved?.revision;
  }

  private async runBatch(rows: readonly StepRow[]): Promise<readonly (number | undefined)[]> {
    try {
      const kept = await this.database.query<{ key: string; revision: number }>(SAVE_FREE, [
        JSON.stringify(rows),
      ]);
      const revisions = new Map(kept.map(({ key, revision }) => [key, revision]));
      return rows.map(({ key }) => revisions.get(key));
    } catch (error) {
      if (rows.length === 1 || !isOfOneItem(error)) throw error;
      return rows.map(() => undefined);
    }
  }
}
