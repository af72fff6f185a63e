import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DatabaseClock } from "../../../../server/storage/database/database-clock.ts";

describe("DatabaseClock", () => {
  const told: string[] = [];
  let ahead = 0;
  const database = {
    query: async <Row>() => [{ now: new Date(Date.now() - ahead) }] as Row[],
  };
  const clock = new DatabaseClock(database, { warn: (message) => void told.push(message) });

  beforeEach(() => {
    told.length = 0;
    vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z") });
  });
  afterEach(() => {
    clock.stop();
    vi.useRealTimers();
  });

  it("has the database's time where the node's clock is wrong, and warns once", async () => {
    ahead = 300_000;
    await clock.start();
    expect(clock.now()).toBe("2026-03-01T11:55:00.000Z");
    expect(clock.offsetSeconds).toBe(300);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.now()).toBe("2026-03-01T11:56:00.000Z");
    expect(told).toEqual([
      "this node's clock is 300 s ahead of the database's, whose time steps and timers have; set the wrong one of both, such as by NTP",
    ]);
  });

  it("follows a clock that is set right", async () => {
    ahead = -10_000;
    await clock.start();
    expect(clock.now()).toBe("2026-03-01T12:00:10.000Z");
    ahead = 0;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(clock.now()).toBe("2026-03-01T12:00:30.000Z");
    expect(told.at(-1)).toBe("this node's clock agrees with the database's");
  });

  it("keeps the node's own time where both differ by less than a second", async () => {
    ahead = 700;
    await clock.start();
    expect(clock.now()).toBe("2026-03-01T12:00:00.000Z");
    expect(told).toEqual([]);
  });
});
