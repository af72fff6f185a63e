/** The known type of a value before it is computed. */
export type Kind = "text" | "number" | "boolean" | "list" | "object";

/** What an operator takes in one place. */
export interface Operand {
  /** In words, for messages and the reference. */
  readonly is: string;
  /** Kinds of values that make sense there; left out where any does. */
  readonly kinds?: readonly Kind[];
  /** What a constant has to be like beside its kind. */
  readonly constant?: "number" | "instant" | "day";
  /** It is asked as yes or no: a constant there always gives the same result. */
  readonly asked?: true;
  /** It reads one element of the list before it, not the facts. */
  readonly scoped?: true;
}

/** How an operator is written. */
export interface Signature {
  /** By place; the last one holds for all that follow. */
  readonly takes: readonly Operand[];
  readonly least: number;
  /** Left out where the number of operands has no end. */
  readonly most?: number;
  /** The operands come in pairs. */
  readonly even?: true;
  /** Kinds of the result; left out where they depend on the operands. */
  readonly gives?: readonly Kind[];
}

const ANY = { is: "value" } as const satisfies Operand;
const ASKED = { is: "condition", asked: true } as const satisfies Operand;
const NAME = { is: "name", kinds: ["text"] } as const satisfies Operand;
const PATH = { is: "path", kinds: ["text", "number"] } as const satisfies Operand;
const LIST = { is: "list", kinds: ["list"] } as const satisfies Operand;
const TEXT = { is: "text", kinds: ["text", "number"] } as const satisfies Operand;
const NUMBER = {
  is: "number",
  kinds: ["number", "text"],
  constant: "number",
} as const satisfies Operand;
const INSTANT = {
  is: "instant",
  kinds: ["text"],
  constant: "instant",
} as const satisfies Operand;
const DAY = { is: "day", kinds: ["text"], constant: "day" } as const satisfies Operand;
const COMPARED = { is: "number or text", kinds: ["number", "text"] } as const satisfies Operand;
const ELEMENT_TEST = { ...ASKED, scoped: true } as const satisfies Operand;
const ELEMENT_RULE = { is: "rule", scoped: true } as const satisfies Operand;

const equality = { takes: [ANY], least: 2, most: 2, gives: ["boolean"] } as const;
const order = { takes: [COMPARED], least: 2, most: 2, gives: ["boolean"] } as const;
const between = { ...order, most: 3 } as const;
const yesOrNo = { takes: [ASKED], least: 1, most: 1, gives: ["boolean"] } as const;
const all = { takes: [LIST, ELEMENT_TEST], least: 2, most: 2, gives: ["boolean"] } as const;
const choice = { takes: [ANY], least: 2 } as const;
const text = { takes: [TEXT], least: 1, most: 1, gives: ["text"] } as const;
const extreme = { takes: [NUMBER], least: 1, gives: ["number"] } as const;

/**
 * Every operator of the rule language: how many arguments it takes, of which kind, and what it
 * gives.
 */
export const SIGNATURES = {
  var: { takes: [PATH, ANY], least: 0, most: 2 },
  fact: { takes: [NAME], least: 1, most: 1 },
  guard: { takes: [NAME], least: 1, most: 1, gives: ["boolean"] },
  value: { takes: [NAME], least: 1, most: 1 },
  lookup: { takes: [NAME, TEXT, NAME, NAME], least: 3, most: 4 },
  if: choice,
  "?:": choice,
  and: { takes: [ANY], least: 1 },
  or: { takes: [ANY], least: 1 },
  default: { takes: [ANY], least: 2 },
  optional: { takes: [ANY], least: 1, most: 1 },
  "==": equality,
  "!=": equality,
  "===": equality,
  "!==": equality,
  "<": between,
  "<=": between,
  ">": order,
  ">=": order,
  "!": yesOrNo,
  "!!": yesOrNo,
  in: {
    takes: [ANY, { is: "list or text", kinds: ["list", "text"] }],
    least: 2,
    most: 2,
    gives: ["boolean"],
  },
  cat: {
    takes: [{ is: "text", kinds: ["text", "number", "boolean", "list"] }],
    least: 1,
    gives: ["text"],
  },
  merge: { takes: [ANY], least: 1, gives: ["list"] },
  "+": { takes: [NUMBER], least: 1, gives: ["number"] },
  "-": { takes: [NUMBER], least: 1, most: 2, gives: ["number"] },
  "*": { takes: [NUMBER], least: 2, gives: ["number"] },
  "/": { takes: [NUMBER], least: 2, most: 2, gives: ["number"] },
  "%": { takes: [NUMBER], least: 2, most: 2, gives: ["number"] },
  min: extreme,
  max: extreme,
  substr: { takes: [TEXT, NUMBER], least: 2, most: 3, gives: ["text"] },
  missing: { takes: [{ is: "path", kinds: ["text", "list"] }], least: 1, gives: ["list"] },
  missing_some: {
    takes: [NUMBER, { is: "list of paths", kinds: ["list"] }],
    least: 2,
    most: 2,
    gives: ["list"],
  },
  filter: { takes: [LIST, { is: "rule", scoped: true }], least: 2, most: 2, gives: ["list"] },
  map: { takes: [LIST, ELEMENT_RULE], least: 2, most: 2, gives: ["list"] },
  all,
  some: all,
  none: all,
  reduce: { takes: [LIST, ELEMENT_RULE, ANY], least: 2, most: 3 },
  sortBy: {
    takes: [LIST, { is: "{ rule, order? }", kinds: ["object"], scoped: true }],
    least: 2,
    gives: ["list"],
  },
  absent: { takes: [], least: 0, most: 0 },
  first: { takes: [LIST], least: 1, most: 1 },
  last: { takes: [LIST], least: 1, most: 1 },
  length: {
    takes: [{ is: "list or text", kinds: ["list", "text"] }],
    least: 1,
    most: 1,
    gives: ["number"],
  },
  get: {
    takes: [
      { is: "object or list", kinds: ["object", "list"] },
      { is: "name or place", kinds: ["text", "number"] },
    ],
    least: 2,
    most: 2,
  },
  characters: text,
  lower: text,
  upper: text,
  trim: text,
  fold: text,
  encode: text,
  split: { takes: [TEXT, TEXT], least: 2, most: 2, gives: ["list"] },
  join: { takes: [LIST, TEXT], least: 2, most: 2, gives: ["text"] },
  round: { takes: [NUMBER], least: 1, most: 1, gives: ["number"] },
  yearsBetween: { takes: [DAY, DAY], least: 2, most: 2, gives: ["number"] },
  addMs: { takes: [INSTANT, NUMBER], least: 2, most: 2, gives: ["text"] },
  before: { takes: [INSTANT, INSTANT], least: 2, most: 2, gives: ["boolean"] },
  unique: { takes: [LIST], least: 1, most: 1, gives: ["list"] },
  object: { takes: [ANY], least: 2, even: true, gives: ["object"] },
} as const satisfies Readonly<Record<string, Signature>>;

/** The signature of an operator; undefined for an unknown name. */
export function signatureOf(operator: string): Signature | undefined {
  return Object.hasOwn(SIGNATURES, operator)
    ? SIGNATURES[operator as keyof typeof SIGNATURES]
    : undefined;
}

/** How an operator is written, as an example for messages: `{ '===': [value, value] }`. */
export function writtenAs(operator: string, { takes, least, most }: Signature): string {
  const many = most === undefined || most > takes.length;
  const names = takes.map(({ is }) => is);
  while (names.length < least) names.push(names.at(-1) ?? "value");
  const name = /^\w+$/.test(operator) ? operator : `'${operator}'`;
  return `{ ${name}: [${[...names, ...(most === undefined && many ? ["…"] : [])].join(", ")}] }`;
}
