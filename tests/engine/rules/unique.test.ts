import { describe, expect, it } from "vitest";
import type { Json } from "../../../engine/language/json.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";

function unique(list: readonly Json[]): Json {
  const refuse = () => expect.unreachable("the rule is refused");
  return (
    compileRule({ unique: { var: "list" } }, ANY_NAMES, refuse).evaluate({ list: [...list] }) ??
    null
  );
}

describe("unique", () => {
  it("keeps the first of equal entries, in whatever order their members are written", () => {
    expect(
      unique([{ a: 1, b: [2] }, { b: [2], a: 1 }, { a: 1 }, 1, "1", 1, [1, 2], [2, 1]]),
    ).toEqual([{ a: 1, b: [2] }, { a: 1 }, 1, "1", [1, 2], [2, 1]]);
  });

  it("calls nothing of the entries", () => {
    const list = JSON.parse(
      '[{ "toString": 1, "valueOf": 2 }, { "valueOf": 2, "toString": 1 }, { "constructor": 1 }]',
    ) as [Json, Json, Json];
    expect(unique(list)).toEqual([list[0], list[2]]);
  });
});
