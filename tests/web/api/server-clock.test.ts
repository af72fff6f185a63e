import { expect, it, vi } from "vitest";
import { serverNow, setServerClock } from "../../../web/api/server-clock.ts";

it("serverNow() is the service's time by its latest answer, whatever the device's clock says", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  setServerClock(1_000_400);
  // So little is the network's.
  expect(serverNow()).toBe(1_000_000);
  setServerClock(1_600_000);
  vi.advanceTimersByTime(5000);
  expect(serverNow()).toBe(1_605_000);
  setServerClock(Number.NaN);
  expect(serverNow()).toBe(1_605_000);
  // The device's clock was set right meanwhile.
  vi.setSystemTime(1_700_000);
  setServerClock(1_700_000);
  expect(serverNow()).toBe(1_700_000);
  vi.useRealTimers();
});
