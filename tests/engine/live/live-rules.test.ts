import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  liveValues,
  readOnly,
  withAnswers,
  type LiveRules,
} from "../../../engine/live/live-rules.ts";

const LIVE: LiveRules = {
  guards: { free: { "===": [{ value: "sum" }, 0] } },
  values: {
    sum: { "*": [{ "+": [{ var: ["basket.count", 0] }, 0] }, { var: "config.priceMinor" }] },
  },
  facts: { basket: { count: 1 }, config: { priceMinor: 250 } },
  paths: { count: { at: "basket.count", number: true } },
  currency: "USD",
  computed: { total: { value: "sum" } },
  offered: { pay: { nothing: { guard: "free" } } },
  blocks: {
    bill: [
      { label: "Sum", as: "money", value: { value: "sum" } },
      { label: "Gift", as: "text", when: { guard: "free" }, value: "yes" },
    ],
  },
  labels: {
    submit: [
      { label: "Take it", when: { guard: "free" } },
      { label: "Pay", busy: "Paying…", when: true },
    ],
  },
};

describe("liveValues()", () => {
  it("follows typing: computed fields, choices and lines", () => {
    const valuesOf = liveValues(LIVE);
    expect(valuesOf({ count: 3 })).toMatchObject({
      computed: { total: 750 },
      withheld: { pay: ["nothing"] },
      blocks: { bill: [{ value: 750 }] },
    });
    expect(valuesOf({})).toMatchObject({
      computed: { total: 0 },
      withheld: { pay: [] },
      blocks: { bill: [{ value: 0 }, { value: "yes" }] },
    });
  });

  it("gives a button the first label whose rule holds", () => {
    const valuesOf = liveValues(LIVE);
    expect(valuesOf({}).labels).toMatchObject({ submit: { label: "Take it" } });
    expect(valuesOf({ count: 1 }).labels).toMatchObject({
      submit: { label: "Pay", busy: "Paying…" },
    });
  });

  it("treats text that is no number as no answer", () => {
    const valuesOf = liveValues(LIVE);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.boolean(), fc.constant(null)), (count) => {
        expect(valuesOf({ count }).computed).toEqual({ total: 0 });
      }),
    );
  });

  it("leaves the facts as they are", () => {
    const before = structuredClone(LIVE.facts);
    liveValues(LIVE)({ count: 9 });
    expect(LIVE.facts).toEqual(before);
  });
});

describe("withAnswers()", () => {
  it("lays answers over the facts and removes unanswered ones", () => {
    const paths = { a: { at: "x.a", number: false }, b: { at: "x.b", number: true } };
    expect(withAnswers({ x: { a: "old", b: 1, c: 2 } }, paths, { a: "new" })).toEqual({
      x: { a: "new", c: 2 },
    });
  });
});

describe("readOnly()", () => {
  it("keeps the members that are read and no others", () => {
    const facts = { order: { count: 1, secret: "s" }, config: { price: 2, key: "k" }, name: "Kim" };
    expect(readOnly(facts, ["order.count", "config.price", "order.gone"])).toEqual({
      order: { count: 1 },
      config: { price: 2 },
    });
  });
});
