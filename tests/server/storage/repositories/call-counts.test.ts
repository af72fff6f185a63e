import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { CallCounts } from "../../../../server/storage/repositories/call-counts.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("CallCounts", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let counts: CallCounts;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    counts = new CallCounts(database, openVault(Buffer.alloc(32, 7).toString("base64")));
  });
  afterAll(() => close?.());

  const limit = (name: string, most: number) => ({ name, most, minutes: 10 });

  it("admits as many as the limit, under any concurrency", async () => {
    const taken = await Promise.all(
      Array.from({ length: 8 }, async () => counts.count(randomUUID(), [limit("code", 3)])),
    );
    expect(taken.filter(Boolean)).toHaveLength(3);
  });

  it("counts a call that is made again after a crash once", async () => {
    const call = randomUUID();
    for (let times = 0; times < 4; times++)
      expect(await counts.count(call, [limit("again", 1)])).toBe(true);
    expect(await counts.count(randomUUID(), [limit("again", 1)])).toBe(false);
  });

  it("counts for no limit a call that one of its limits refuses", async () => {
    const both = [limit("narrow", 1), limit("wide", 2)];
    expect(await counts.count(randomUUID(), both)).toBe(true);
    expect(await counts.count(randomUUID(), both)).toBe(false);
    expect(await counts.count(randomUUID(), [limit("wide", 2)])).toBe(true);
  });

  it("takes limits in any order without waiting in a circle", async () => {
    const taken = await Promise.all(
      Array.from({ length: 20 }, async (_, at) =>
        counts.count(
          randomUUID(),
          at % 2 === 0
            ? [limit("left", 100), limit("right", 100)]
            : [limit("right", 100), limit("left", 100)],
        ),
      ),
    );
    expect(taken.every(Boolean)).toBe(true);
  });

  it("looks back as far as the limit's window", async () => {
    await counts.count(randomUUID(), [limit("past", 1)]);
    await database.query("update call_counts set at = now() - interval '11 minutes'");
    expect(await counts.count(randomUUID(), [limit("past", 1)])).toBe(true);
  });
});
