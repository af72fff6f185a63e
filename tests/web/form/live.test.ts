import { expect, it } from "vitest";
import type { LiveRules } from "../../../engine/live/live-rules.ts";
import { liveShown } from "../../../web/form/live.ts";

const rules: LiveRules = {
  guards: {},
  values: {},
  facts: { order: {} },
  paths: { count: { at: "order.count", number: true } },
  computed: { total: { "*": [{ var: "order.count" }, 250] } },
  labels: {},
  offered: { size: { large: { ">": [{ var: "order.count" }, 1] } } },
  currency: "USD",
  blocks: {
    sum: [
      { label: "Total", as: "money", total: true, value: { "*": [{ var: "order.count" }, 250] } },
      { label: "Free", as: "money", when: { "==": [{ var: "order.count" }, 9] }, value: 0 },
    ],
  },
} as unknown as LiveRules;

it("liveShown() writes choices by their words, lists and phone numbers as the server does", () => {
  const lines = (items: readonly object[], locale: string) =>
    liveShown(
      { ...rules, blocks: { sum: items } } as unknown as LiveRules,
      locale,
    )({}).blocks["sum"]?.map(({ value }) => value);
  const words = { here: "In town", away: "Elsewhere", new: "New" };
  const items = [
    { label: "Lives", as: "option", words, value: "here" },
    { label: "All", as: "option", words, value: ["here", "away"] },
    { label: "Short", as: "option", words, value: ["away", "new", "other"] },
    { label: "None", as: "option", words, value: null },
    { label: "List", as: "list", value: ["a", "b"] },
    { label: "Phone", as: "phone", value: "3125550142" },
  ];
  expect(lines(items, "en-US")).toEqual([
    "In town",
    "In town; Elsewhere",
    "Elsewhere, New, and other",
    "a and b",
    "(312) 555-0142",
  ]);
});

it("liveShown() computes fields, offered choices and lines in the words of a locale", () => {
  const shown = liveShown(rules, "en-US")({ count: 2 });
  expect(shown.computed).toEqual({ total: 500 });
  expect(shown.withheld).toEqual({ size: [] });
  expect(shown.blocks["sum"]).toEqual([{ label: "Total", value: "$5.00", total: true }]);
  expect(liveShown(rules, "en-US")({ count: 1 }).withheld).toEqual({ size: ["large"] });
});
