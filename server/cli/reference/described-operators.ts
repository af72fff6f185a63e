import {
  type DescribedOperator,
  EVALUATED_OPERATORS,
} from "../../../engine/rules/described-operators.ts";

/** Operators that have a compiler of their own, or that the compiler writes as others. */
const COMPILED: Readonly<Record<string, DescribedOperator>> = {
  case: {
    description:
      "the value of the first entry whose conditions hold: `case: [{ match: { order.type: RENT }, is: monthly }, { is: once }]`",
    operands: ["{ match, not, when, is }", "…"],
  },
  guard: { description: "whether a named guard holds", operands: ["name"] },
  object: {
    description:
      "an object of the named values: `object: { id: { var: item.id }, kind: NEW }`; where a name is computed, of names and values in turn; a member whose value is `absent` is left out",
    operands: ["{ name: value, … }"],
  },
  pick: {
    description:
      "an object of members that are read by path, each under its last name or another: `pick: [id, address.city, { mail: email.address }]`",
    operands: ["path or { name: path }", "…"],
  },
  timer: {
    description:
      "the instant at which a timer of flow.yaml fires, where its `since` is an instant of the state: `until: { timer: close }`",
    operands: ["name"],
  },
  default: {
    description: "the first value that is there, else the last one",
    operands: ["value", "value in its place", "…"],
  },
  optional: {
    description:
      "the value where it is there; else nothing at all, and the member it stands for is left out",
    operands: ["value"],
  },
  value: {
    description: "a named value, or a member of it: `{ value: ownerOfPage.email }`",
    operands: ["name"],
  },
  fact: {
    description: "what stands at a path of the facts, also inside `map`, `filter` and the like",
    operands: ["path"],
  },
  minorUnits: {
    description:
      "an amount that a person typed, as a whole number of the flow's currency's minor units, which `as: money` shows: `1250.00` is 125000 cents; null where there is none",
    operands: ["amount"],
  },
  sortBy: {
    description:
      "a list in order: by the first rule, ties by the next; `order` lists values from first to last",
    operands: ["list", "{ rule, order? }", "…"],
  },
};

/** Every operator beside those of JSON-logic, by name. */
export const DESCRIBED: Readonly<Record<string, DescribedOperator>> = {
  ...EVALUATED_OPERATORS,
  ...COMPILED,
};
