import { describe, expect, it } from "vitest";
import { memoize, memoizeLatest } from "../../../engine/language/memoize.ts";

describe("memoize()", () => {
  it("computes once for each object, even undefined", () => {
    let count = 0;
    const result = memoize((_: object) => void count++);
    const key = {};
    result(key);
    result(key);
    result({});
    expect(count).toBe(2);
  });
});

describe("memoizeLatest()", () => {
  it("keeps the result of a key while its parts are the same, and the latest one alone", () => {
    const latest = memoizeLatest<object, number>();
    const key = {};
    const [one, other] = [{}, {}];
    let count = 0;
    const get = (...parts: readonly unknown[]) => latest(key, parts, () => ++count);
    expect([get(one), get(one), get(other), get(one), get(one, undefined)]).toEqual([
      1, 1, 2, 3, 4,
    ]);
    expect(latest({}, [one], () => 0)).toBe(0);
  });
});
