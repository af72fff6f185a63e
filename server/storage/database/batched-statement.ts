import { BatchQueue } from "./batch-queue.ts";
import { DatabaseUnavailable } from "./database.ts";

/** The two forms of a batched statement. */
export interface BatchedStatementOptions<Item, Value> {
  /** Runs the statement for one item. */
  readonly alone: (item: Item) => Promise<Value>;
  /** Runs it for several items at once. @returns one value for each, in their order */
  readonly together: (items: readonly Item[]) => Promise<readonly Value[]>;
}

/** The largest batch. */
const MOST = 64;

/** Items that may wait; requests are admitted in smaller numbers. */
const CAPACITY = 10_000;

/** Milliseconds after which a batch holds the next one back no longer. */
const SLOW_MS = 100;

/** SQLSTATE of a deadlock; PostgreSQL ends one of the transactions. */
const DEADLOCK = "40P01";

type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown };

/**
 * Joins concurrent uses of a statement into one. When the joined statement fails for the sake of
 * one item, each is tried alone, so that an invalid item fails alone.
 */
export class BatchedStatement<Item, Value> {
  private readonly queue: BatchQueue<Item, Result<Value>>;
  private added = 0;

  constructor(private readonly options: BatchedStatementOptions<Item, Value>) {
    this.queue = new BatchQueue({
      run: async (items) => this.run(items),
      // Every item has its own key: equal items must not wait for one another.
      keyOf: () => String(this.added++),
      most: MOST,
      capacity: CAPACITY,
      slowMs: SLOW_MS,
    });
  }

  async one(item: Item): Promise<Value> {
    const result = await this.queue.add(item);
    if (result.ok) return result.value;
    throw result.error;
  }

  private async run(items: readonly Item[]): Promise<readonly Result<Value>[]> {
    if (items.length > 1) {
      try {
        const values = await this.options.together(items);
        return values.map((value) => ({ ok: true, value }));
      } catch (error) {
        if (!isOfOneItem(error)) throw error;
      }
    }
    return Promise.all(
      items.map(async (item) =>
        this.options.alone(item).then(
          (value): Result<Value> => ({ ok: true, value }),
          (error: unknown): Result<Value> => ({ ok: false, error }),
        ),
      ),
    );
  }
}

/** Whether an error concerns one item of a batch, so that the others succeed without it. */
export function isOfOneItem(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return true;
  return (error.cause as { readonly code?: unknown }).code === DEADLOCK;
}
