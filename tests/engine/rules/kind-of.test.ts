import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { kindOfValue, kindsOf, operationOf } from "../../../engine/rules/kind-of.ts";
import { ANY_NAMES, type RuleNames } from "../../../engine/rules/rule-names.ts";

const NAMES: RuleNames = {
  ...ANY_NAMES,
  kindOfPath: (path) => (path === "order.total" ? "number" : undefined),
};

describe("kindOfValue()", () => {
  it.each<[Json, string | undefined]>([
    [[], "list"],
    ["", "text"],
    [0, "number"],
    [false, "boolean"],
    [{}, "object"],
    [null, undefined],
  ])("takes %j for %s", (value, kind) => {
    expect(kindOfValue(value)).toBe(kind);
  });
});

describe("operationOf()", () => {
  it("reads one argument and several alike", () => {
    expect(operationOf({ "!": true })).toEqual({ operator: "!", args: [true] });
    expect(operationOf({ "!": [true] })).toEqual({ operator: "!", args: [true] });
  });

  it.each<[Json]>([[{}], [{ "==": [1, 1], "!=": [1, 2] }], ["text"], [[1]], [null]])(
    "reads no operation in %j",
    (rule) => {
      expect(operationOf(rule)).toBeUndefined();
    },
  );
});

describe("kindsOf()", () => {
  const kinds = (rule: Json, scoped = false) => {
    const found = kindsOf(rule, NAMES, scoped);
    return found === undefined ? undefined : [...found].toSorted();
  };

  it("knows what a path of the state holds, and what stands in for it", () => {
    expect(kinds({ var: "order.total" })).toEqual(["number"]);
    expect(kinds({ var: ["order.total", "none"] })).toEqual(["number", "text"]);
  });

  it("knows nothing of an element inside map and filter", () => {
    expect(kinds({ var: "order.total" }, true)).toBeUndefined();
    expect(kinds({ fact: "order.total" }, true)).toEqual(["number"]);
  });

  it("joins the branches of a choice, the last one without a condition too", () => {
    expect(kinds({ if: [true, 1, "text"] })).toEqual(["number", "text"]);
    expect(kinds({ if: [true, 1, false, [], "text"] })).toEqual(["list", "number", "text"]);
  });

  it("knows nothing where one branch is not known", () => {
    expect(kinds({ if: [true, 1, { var: "elsewhere" }] })).toBeUndefined();
  });
});
