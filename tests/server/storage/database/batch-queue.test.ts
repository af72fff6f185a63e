import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BatchQueue,
  QueueFull,
  type BatchOptions,
} from "../../../../server/storage/database/batch-queue.ts";

/** A queue whose batches end when the test says so. */
function openQueue(options: Partial<BatchOptions<string, string>> = {}) {
  const batches: { readonly items: readonly string[]; end(error?: Error): void }[] = [];
  const queue = new BatchQueue<string, string>({
    run: async (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          end: (error) =>
            error === undefined ? resolve(items.map((item) => `${item} done`)) : reject(error),
        });
      }),
    keyOf: (item) => item.slice(0, 1),
    most: 64,
    capacity: 100,
    slowMs: 10_000,
    ...options,
  });
  return {
    queue,
    batches,
    ended: () => batches.map(({ items }) => items),
    /** Waits until a batch has begun, for a hundred turns of the event loop. */
    async begun(at: number): Promise<void> {
      for (let turn = 0; turn < 100 && batches[at] === undefined; turn++) await nextTurn();
      expect(batches[at]).toBeDefined();
    },
  };
}

describe("BatchQueue", () => {
  it("handles an item that comes alone at the end of its turn", async () => {
    const { queue, batches, ended } = openQueue();
    const result = queue.add("a");
    await nextTurn();
    expect(ended()).toEqual([["a"]]);
    batches[0]?.end();
    expect(await result).toBe("a done");
  });

  it("handles the items of one turn in one batch", async () => {
    const { queue, batches, ended } = openQueue();
    const results = ["a", "b", "c"].map(async (item) => queue.add(item));
    await nextTurn();
    expect(ended()).toEqual([["a", "b", "c"]]);
    batches[0]?.end();
    expect(await Promise.all(results)).toEqual(["a done", "b done", "c done"]);
  });

  it("gathers items while a batch runs, each key once", async () => {
    const { queue, batches, ended, begun } = openQueue();
    const first = queue.add("a1");
    await begun(0);
    const later = ["b1", "c1", "b2", "b3", "d1"].map(async (item) => queue.add(item));
    for (let at = 0; at < 4; at++) {
      await begun(at);
      batches[at]?.end();
    }
    expect(ended()).toEqual([["a1"], ["b1", "c1", "d1"], ["b2"], ["b3"]]);
    expect(await Promise.all([first, ...later])).toEqual(
      ["a1", "b1", "c1", "b2", "b3", "d1"].map((item) => `${item} done`),
    );
  });

  it("gives each item its own result, and keeps the order of items of one key, under any timing", async () => {
    const items = fc.array(fc.tuple(fc.constantFrom("a", "b", "c", "d"), fc.nat(3)), {
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(items, fc.integer({ min: 1, max: 5 }), async (all, most) => {
        const seen: string[] = [];
        const queue = new BatchQueue<string, string>({
          run: async (batch) => {
            expect(batch.length).toBeLessThanOrEqual(most);
            expect(new Set(batch.map((item) => item.slice(0, 1))).size).toBe(batch.length);
            seen.push(...batch);
            await sleep(0);
            return batch.map((item) => `${item} done`);
          },
          keyOf: (item) => item.slice(0, 1),
          most,
          capacity: 100,
          slowMs: 10_000,
        });
        const named = all.map(([key, wait], at) => ({ item: `${key}${at}`, wait }));
        const results = await Promise.all(
          named.map(async ({ item, wait }) => {
            for (let turn = 0; turn < wait; turn++) await sleep(0);
            return queue.add(item);
          }),
        );
        expect(results).toEqual(named.map(({ item }) => `${item} done`));
        expect(seen.toSorted()).toEqual(named.map(({ item }) => item).toSorted());
      }),
      { numRuns: 30 },
    );
  });

  it("fails every item of a batch that fails, and no other", async () => {
    const { queue, batches, begun } = openQueue();
    const first = queue.add("a");
    await begun(0);
    const second = queue.add("b");
    batches[0]?.end(new Error("broken"));
    await expect(first).rejects.toThrow("broken");
    await begun(1);
    batches[1]?.end();
    expect(await second).toBe("b done");
  });

  it("refuses an item once too many wait, and takes items again after that", async () => {
    const { queue, batches, begun } = openQueue({ capacity: 2 });
    const taken = [queue.add("a")];
    await begun(0);
    taken.push(queue.add("b"), queue.add("c"));
    await expect(queue.add("d")).rejects.toThrow(QueueFull);
    batches[0]?.end();
    await begun(1);
    taken.push(queue.add("e"));
    batches[1]?.end();
    await begun(2);
    batches[2]?.end();
    expect(await Promise.all(taken)).toEqual(["a done", "b done", "c done", "e done"]);
  });

  it("starts the next batch beside one that is slow", async () => {
    const { queue, batches, ended } = openQueue({ slowMs: 20 });
    const slow = queue.add("a");
    await nextTurn();
    const next = queue.add("b");
    expect(ended()).toEqual([["a"]]);
    await sleep(60);
    expect(ended()).toEqual([["a"], ["b"]]);
    batches[1]?.end();
    expect(await next).toBe("b done");
    batches[0]?.end();
    expect(await slow).toBe("a done");
  });
});
