import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { RateLimits } from "../../../../server/storage/repositories/rate-limits.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

describe("RateLimits", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let limits: RateLimits;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    limits = new RateLimits(database, openVault(Buffer.alloc(32, 7).toString("base64")));
  });
  afterAll(() => close?.());

  it("counts each key by itself, also those that come at once", async () => {
    const counts = await Promise.all(
      Array.from({ length: 10 }, async () => (await limits.count("one", 60_000)).current),
    );
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await limits.count("two", 60_000)).current).toBe(1);
  });

  it("returns a window's remaining time, which later counts do not lengthen", async () => {
    const first = await limits.count("window", 60_000);
    expect(first.ttl).toBeGreaterThan(59_000);
    const later = await limits.count("window", 600_000);
    expect(later.ttl).toBeLessThanOrEqual(60_000);
  });

  it("begins a new window once one has ended, and forgets those that have", async () => {
    await limits.count("old", 60_000);
    await database.query("update rate_limits set ends_at = now() - interval '1 second'");
    expect(await limits.count("old", 60_000)).toMatchObject({ current: 1 });
    await limits.forgetOld();
    expect(await database.query("select count(*)::int as kept from rate_limits")).toEqual([
      { kept: 1 },
    ]);
  });

  it("keeps no key in readable form", async () => {
    await limits.count("192.0.2.7", 60_000);
    const rows = await database.query(
      "select encode(counted, 'escape') as counted from rate_limits",
    );
    expect(JSON.stringify(rows)).not.toContain("192.0.2.7");
  });
});
