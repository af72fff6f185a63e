/** Settings of a batch queue. */
export interface BatchOptions<Item, Result> {
  /** Handles a batch at once. @returns one result for each item, in their order */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Items with the same key never share a batch. */
  readonly keyOf: (item: Item) => string;
  /** The largest batch. */
  readonly most: number;
  /** Maximum number of items that wait for the batch in progress. */
  readonly capacity: number;
  /**
   * Milliseconds after which a slow batch, waiting for a lock or a disk, no longer delays the next
   * one.
   */
  readonly slowMs: number;
}

/** Thrown when the queue is full. Nothing happened, so the same request may be sent again. */
export class QueueFull extends Error {
  constructor(capacity: number) {
    super(`${capacity} items wait already`);
    this.name = "QueueFull";
  }
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive in one turn of the event loop share a batch, and so do those that
 * arrive during a batch, in the next one.
 */
export class BatchQueue<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  /** Whether a batch is in progress, or begins at the end of this turn. */
  private isBusy = false;

  constructor(private readonly options: BatchOptions<Item, Result>) {}

  /**
   * @returns the item's own result, once its batch is done
   * @throws QueueFull at the cap; what `run` throws, for every item of the batch
   */
  async add(item: Item): Promise<Result> {
    const { capacity } = this.options;
    if (this.waiting.length >= capacity) throw new QueueFull(capacity);
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.runSoon();
    });
  }

  /** Begins the next batch once everything that arrived with its first item has been read. */
  private runSoon(): void {
    if (this.isBusy || this.waiting.length === 0) return;
    this.isBusy = true;
    setImmediate(() => void this.runNext());
  }

  private async runNext(): Promise<void> {
    const batch = this.nextBatch();
    let isHolding = true;
    const letNextGo = () => {
      if (!isHolding) return;
      isHolding = false;
      this.isBusy = false;
      this.runSoon();
    };
    const slow = setTimeout(letNextGo, this.options.slowMs);
    try {
      const results = await this.options.run(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      clearTimeout(slow);
      letNextGo();
    }
  }

  /** The first waiting items, one for each key. */
  private nextBatch(): readonly Waiting<Item, Result>[] {
    const { keyOf, most } = this.options;
    const keys = new Set<string>();
    const batch: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    for (const each of this.waiting) {
      const key = keyOf(each.item);
      if (batch.length === most || keys.has(key)) left.push(each);
      else batch.push(each);
      keys.add(key);
    }
    this.waiting = left;
    return batch;
  }
}
