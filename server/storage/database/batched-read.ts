import { BatchQueue } from "./batch-queue.ts";

/** The two statements of a batched read. */
export interface BatchedReadOptions<Key, Value> {
  /** Reads one key. */
  readonly alone: (key: Key) => Promise<Value>;
  /** Reads several keys in one statement. @returns one value for each, in their order */
  readonly together: (keys: readonly Key[]) => Promise<readonly Value[]>;
}

/** The largest batch. */
const MOST = 64;

/** Reads that may wait; requests are admitted in smaller numbers. */
const CAPACITY = 10_000;

/** Milliseconds after which a batch holds the next one back no longer. */
const SLOW_MS = 100;

type Read<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown };

/**
 * Joins concurrent reads in one statement. When it fails, each key is read alone, so that an
 * invalid key fails alone.
 */
export class BatchedRead<Key, Value> {
  private readonly queue: BatchQueue<Key, Read<Value>>;
  private read = 0;

  constructor(private readonly options: BatchedReadOptions<Key, Value>) {
    this.queue = new BatchQueue({
      run: async (keys) => this.run(keys),
      // Equal reads may share a batch.
      keyOf: () => String(this.read++),
      most: MOST,
      capacity: CAPACITY,
      slowMs: SLOW_MS,
    });
  }

  async one(key: Key): Promise<Value> {
    const result = await this.queue.add(key);
    if (result.ok) return result.value;
    throw result.error;
  }

  private async run(keys: readonly Key[]): Promise<readonly Read<Value>[]> {
    if (keys.length > 1) {
      const values = await this.options.together(keys).catch(() => undefined);
      if (values !== undefined) return values.map((value) => ({ ok: true, value }));
    }
    return Promise.all(
      keys.map(async (key) =>
        this.options.alone(key).then(
          (value): Read<Value> => ({ ok: true, value }),
          (error: unknown): Read<Value> => ({ ok: false, error }),
        ),
      ),
    );
  }
}
