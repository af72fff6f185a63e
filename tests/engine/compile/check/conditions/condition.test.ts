import fc from "fast-check";
import jsonLogic from "json-logic-js";
import { describe, expect, it } from "vitest";
import { Conditions } from "../../../../../engine/compile/check/conditions/condition.ts";
import type { Json, JsonObject } from "../../../../../engine/language/json.ts";
import { truthy } from "../../../../../engine/rules/truthy.ts";
import { shippedLibrary } from "../../../../definitions.ts";

const { flows } = await shippedLibrary();
const card = flows.get("library-card");
const [variant] = card?.variants ?? [];
if (card === undefined || variant === undefined) throw new Error("there is no library card");

/** The values that a state can have at each place. A number is tried around each constant. */
const VALUES: Readonly<Record<string, readonly Json[]>> = {
  agreed: [true, false, null],
  plan: ["basic", "pro", "none", null],
  note: ["a", "b", "other", "", null],
  count: [-2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4, null],
};
const flow = {
  ...card.variant(variant),
  stateSchema: {
    type: "object",
    properties: {
      agreed: { type: "boolean" },
      plan: { type: "string", enum: ["basic", "pro", "none"] },
      note: { type: "string" },
      count: { type: "number" },
    },
  },
};
const conditions = new Conditions(flow);

const states = Object.entries(VALUES).reduce<readonly JsonObject[]>(
  (made, [path, values]) =>
    made.flatMap((state) => values.map((value) => ({ ...state, [path]: value }))),
  [{}],
);

const constants: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  agreed: fc.constantFrom<Json>(true, false, null),
  plan: fc.constantFrom<Json>("basic", "pro", null),
  note: fc.constantFrom<Json>("a", "b", "", null),
  count: fc.constantFrom<Json>(0, 1, 2, -1),
};
const path = fc.constantFrom(...Object.keys(VALUES));
const pair = path.chain((name) =>
  (constants[name] ?? fc.constant(null)).map((constant) => [{ var: name }, constant] as const),
);
const number = fc.constantFrom(-1, 0, 1, 2, 3);
const atom: fc.Arbitrary<Json> = fc.oneof(
  path.map((name) => ({ var: name })),
  path.map((name) => ({ "!!": { var: name } })),
  fc.uniqueArray(path, { minLength: 1, maxLength: 2 }).map((names) => ({ missing: names })),
  fc
    .tuple(fc.constantFrom("===", "!=="), pair, fc.boolean())
    .map(([operator, [a, b], turned]) => ({ [operator]: turned ? [b, a] : [a, b] })),
  fc
    .tuple(fc.constantFrom("<", "<=", ">", ">="), number, fc.boolean())
    .map(([operator, than, turned]) => ({
      [operator]: turned ? [than, { var: "count" }] : [{ var: "count" }, than],
    })),
  fc.tuple(number, number).map(([from, to]) => ({ "<=": [from, { var: "count" }, to] })),
  path
    .chain((name) => fc.tuple(fc.constant(name), fc.array(constants[name] ?? fc.constant(null))))
    .map(([name, list]) => ({ in: [{ var: name }, list] })),
  fc.boolean(),
);
const rule: fc.Arbitrary<Json> = fc.letrec<{ rule: Json }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    atom,
    fc.array(tie("rule"), { minLength: 1, maxLength: 3 }).map((parts) => ({ and: parts })),
    fc.array(tie("rule"), { minLength: 1, maxLength: 3 }).map((parts) => ({ or: parts })),
    tie("rule").map((part) => ({ "!": [part] })),
    fc.tuple(tie("rule"), tie("rule"), tie("rule")).map((parts) => ({ if: parts })),
  ),
})).rule;

/** The answer of json-logic-js in every state. */
function inEveryState(asked: Json): string {
  const held = states.map((state) => truthy(jsonLogic.apply(asked as never, state) as Json));
  return verdict(held.includes(true), held.includes(false));
}

function verdict(canHold: boolean, canFail: boolean): string {
  return canHold ? (canFail ? "sometimes" : "always") : "never";
}

describe("Conditions", () => {
  it("finds random rules always, never or sometimes true as json-logic-js does in every state", () => {
    fc.assert(
      fc.property(rule, (asked) => {
        const holds = conditions.of(asked as never, conditions.open);
        const said = verdict(conditions.canHold([holds]), conditions.canHold([{ not: holds }]));
        expect([asked, said]).toEqual([asked, inEveryState(asked)]);
      }),
      { numRuns: Number(process.env["FOYER_RUNS"] ?? 3000) },
    );
  });

  it("finds whether two random rules can hold at once", () => {
    fc.assert(
      fc.property(rule, rule, (a, b) => {
        const both = [a, b].map((each) => conditions.of(each as never, conditions.open));
        expect(conditions.canHold(both)).toBe(inEveryState({ and: [a, b] }) !== "never");
      }),
      { numRuns: Number(process.env["FOYER_RUNS"] ?? 3000) / 2 },
    );
  });
});
