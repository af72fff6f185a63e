import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetOldHourly } from "../../../../server/storage/retention/forget-old.ts";

const HOUR_MS = 3_600_000;

describe("forgetOldHourly()", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const log = { warn: vi.fn() };

  it("lets every table forget once an hour, until it is stopped", async () => {
    const tables = [{ forgetOld: vi.fn(async () => 0) }, { forgetOld: vi.fn(async () => 0) }];
    const stop = forgetOldHourly(tables, log);
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
    for (const { forgetOld } of tables) expect(forgetOld).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
    for (const { forgetOld } of tables) expect(forgetOld).toHaveBeenCalledTimes(3);
  });

  it("logs a failure and tries again in an hour, the other tables too", async () => {
    const failing = { forgetOld: vi.fn(async () => Promise.reject(new Error("down"))) };
    const other = { forgetOld: vi.fn(async () => 0) };
    const stop = forgetOldHourly([failing, other], log);
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    stop();
    expect(other.forgetOld).toHaveBeenCalledTimes(2);
    expect(failing.forgetOld).toHaveBeenCalledTimes(2);
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});
