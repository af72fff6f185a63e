import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DatabaseUnavailable,
  openDatabase,
  type Database,
} from "../../../../server/storage/database/database.ts";
import { listen } from "../../../../server/definitions/listen.ts";
import { BlackHole } from "../../black-hole.ts";
import { OUTSIDE, outsideIsUp } from "../../service.ts";

const outside = await outsideIsUp();

/**
 * Long enough for the slowest machine, short enough that a connection which hangs for good is
 * noticed.
 */
const PATIENCE_MS = 10_000;

/** What became of a promise within the patience of this test. */
async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  return Promise.race([
    promise.then(
      () => "answered",
      (error: unknown) => (error instanceof DatabaseUnavailable ? "unavailable" : String(error)),
    ),
    sleep(PATIENCE_MS, "hangs", { ref: false }),
  ]);
}

describe("a database that falls silent", { skip: !outside }, () => {
  let hole: BlackHole;
  let database: Database;
  let url: string;
  beforeEach(async () => {
    ({ hole, url } = await BlackHole.beforeUrl(OUTSIDE));
    database = openDatabase(url, 4);
    await Promise.all(Array.from({ length: 4 }, async () => database.query("select 1")));
  });
  afterEach(async () => {
    hole.comeBack();
    await Promise.race([database.close(), sleep(PATIENCE_MS, undefined, { ref: false })]);
    await hole.close();
  });

  it("answers no statement: each is refused as one to be sent again", async () => {
    hole.fallSilent();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async () => outcomeOf(database.query("select 1"))),
    );
    expect(new Set(outcomes)).toEqual(new Set(["unavailable"]));
  });

  it("refuses a transaction between two of its statements", async () => {
    const cut = database.transaction(async (client) => {
      await client.query("select 1");
      hole.fallSilent();
      return client.query("select 1");
    });
    expect(await outcomeOf(cut)).toBe("unavailable");
  });

  it("fails requests at once after its detection, and gets no connections but its probes", async () => {
    hole.fallSilent();
    await outcomeOf(database.query("select 1"));
    const before = hole.accepted;
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, async () => outcomeOf(database.query("select 1"))),
    );
    expect(new Set(outcomes)).toEqual(new Set(["unavailable"]));
    expect(hole.accepted - before).toBeLessThan(5);
    expect(database.connections()).toMatchObject({ waiting: 0 });
  });

  it("is used again once it is back, with every connection of the pool", async () => {
    hole.fallSilent();
    await Promise.all(Array.from({ length: 8 }, async () => outcomeOf(database.query("select 1"))));
    hole.comeBack();
    await expect
      .poll(async () => outcomeOf(database.query("select 1")), { timeout: PATIENCE_MS })
      .toBe("answered");
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, async () => outcomeOf(database.query("select pg_sleep(0.01)"))),
    );
    expect(new Set(outcomes)).toEqual(new Set(["answered"]));
  });

  it("is reached over new connections when a firewall dropped the idle ones", async () => {
    await sleep(2500);
    hole.forgetConnections();
    expect(await outcomeOf(database.query("select 1"))).toBe("answered");
  });

  it("gives up connections that were dropped in the middle of statements", async () => {
    const under = Array.from({ length: 4 }, async () =>
      outcomeOf(database.query("select pg_sleep(1)")),
    );
    await sleep(200);
    hole.forgetConnections();
    expect(new Set(await Promise.all(under))).toEqual(new Set(["unavailable"]));
    expect(await outcomeOf(database.query("select 1"))).toBe("answered");
  });

  it("leaves a slow statement alone: the database is there", async () => {
    expect(await outcomeOf(database.query("select pg_sleep(4)"))).toBe("answered");
  });

  it("ends abandoned transactions: their locks do not outlive the connection", async () => {
    const admin = new pg.Client({ connectionString: OUTSIDE });
    await admin.connect();
    const lock = process.pid;
    const cut = database.transaction(async (client) => {
      await client.query("select pg_advisory_xact_lock($1)", [lock]);
      hole.fallSilent();
      return client.query("select 1");
    });
    expect(await outcomeOf(cut)).toBe("unavailable");
    hole.comeBack();
    try {
      await expect
        .poll(
          async () =>
            (
              await admin.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [
                lock,
              ])
            ).rows[0]?.free,
          { timeout: PATIENCE_MS },
        )
        .toBe(true);
    } finally {
      await admin.end();
    }
  });

  it("keeps no listener: it listens anew over another connection", async () => {
    let heard = 0;
    const stop = listen(url, () => heard++);
    await expect.poll(() => heard).toBe(1);
    hole.forgetConnections();
    await expect.poll(() => heard, { timeout: PATIENCE_MS }).toBe(2);
    hole.fallSilent();
    await stop();
  });
});

describe("a database that is silent from the start", { skip: !outside }, () => {
  it("is reported with its cause", async () => {
    const { hole, url } = await BlackHole.beforeUrl(OUTSIDE);
    hole.fallSilent();
    const database = openDatabase(url, 1);
    await expect(database.query("select 1")).rejects.toThrow(
      /The database cannot be reached: .*timeout/,
    );
    await database.close();
    await hole.close();
  });
});
