import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailable } from "../../../../server/storage/database/database.ts";
import { BatchedStatement } from "../../../../server/storage/database/batched-statement.ts";

/** Doubles numbers, refuses 13, and has no database at 14. */
function doubling() {
  const statements: number[] = [];
  const answer = async (keys: readonly number[]) => {
    statements.push(keys.length);
    await sleep(5);
    if (keys.includes(13)) throw new Error("thirteen");
    if (keys.includes(14)) throw new DatabaseUnavailable(new Error("it is silent"));
    return keys.map((key) => key * 2);
  };
  const read = new BatchedStatement<number, number>({
    alone: async (key) => (await answer([key]))[0] ?? 0,
    together: answer,
  });
  return { read, statements };
}

describe("BatchedStatement", () => {
  it("reads those that arrive meanwhile in one statement, each with its own value", async () => {
    const { read, statements } = doubling();
    const first = read.one(1);
    await nextTurn();
    const values = await Promise.all([first, ...[2, 3, 3, 4].map(async (key) => read.one(key))]);
    expect(values).toEqual([2, 4, 6, 6, 8]);
    expect(statements).toEqual([1, 4]);
  });

  it("reads each alone where a batch fails, and fails the one that is refused", async () => {
    const { read } = doubling();
    const settled = await Promise.allSettled([1, 2, 13, 4].map(async (key) => read.one(key)));
    expect(settled.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
  });

  it("fails all of a batch that an unavailable database failed, without another try", async () => {
    const { read, statements } = doubling();
    const settled = await Promise.allSettled([1, 14].map(async (key) => read.one(key)));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(statements).toEqual([2]);
  });
});
