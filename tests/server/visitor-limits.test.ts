import { expect, it } from "vitest";
import { VisitorLimits } from "../../server/steps/visitor-limits.ts";

it("lets a visitor ask so many times a minute, and an address with several visitors more often", () => {
  let now = 0;
  const limits = new VisitorLimits({ visitor: 60, address: 240 }, () => now);
  const asks = (times: number, visitor: string | undefined, address: string) =>
    Array.from({ length: times }, () => limits.take(visitor, address)).filter(Boolean).length;
  expect(asks(70, "a", "1")).toBe(60);
  expect(asks(70, "b", "1")).toBe(60);
  expect(asks(300, undefined, "1")).toBe(100);
  expect(asks(1, "c", "1")).toBe(0);
  expect(asks(1, "a", "2")).toBe(0);
  now += 60_000;
  expect(asks(70, "a", "1")).toBe(60);
});
