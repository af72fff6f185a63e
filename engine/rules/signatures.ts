/** The known type of a value before it is computed. */
export type Kind = "text" | "number" | "boolean" | "list" | "object";

/** What an operator takes in one place. */
export interface OperandSignature {
  /** In words, for messages and the reference. */
  readonly is: string;
  /** Kinds of values that make sense there; left out where any does. */
  readonly kinds?: readonly Kind[];
  /** What a constant has to be like beside its kind. */
  readonly constant?: "number" | "instant" | "day";
  /** It is asked as yes or no: a constant there always gives the same result. */
  readonly isCondition?: true;
  /** It reads one element of the list before it, not the facts. */
  readonly scoped?: true;
}

/** How an operator is written. */
export interface Signature {
  /** By place; the last one holds for all that follow. */
  readonly operands: readonly OperandSignature[];
  readonly least: number;
  /** Left out where the number of operands has no end. */
  readonly most?: number;
  /** The operands come in pairs. */
  readonly even?: true;
  /** Kinds of the result; left out where they depend on the operands. */
  readonly gives?: readonly Kind[];
  /**
   * How much of a private operand the result reveals: a `copy` of it, or its `presence`, length or
   * kinds of characters. Left out: something between, as a comparison does.
   */
  readonly reveals?: "copy" | "presence";
}

const ANY = { is: "value" } as const satisfies OperandSignature;
const CONDITION = { is: "condition", isCondition: true } as const satisfies OperandSignature;
const NAME = { is: "name", kinds: ["text"] } as const satisfies OperandSignature;
const PATH = { is: "path", kinds: ["text", "number"] } as const satisfies OperandSignature;
const LIST = { is: "list", kinds: ["list"] } as const satisfies OperandSignature;
const TEXT = { is: "text", kinds: ["text", "number"] } as const satisfies OperandSignature;
const NUMBER = {
  is: "number",
  kinds: ["number", "text"],
  constant: "number",
} as const satisfies OperandSignature;
const INSTANT = {
  is: "instant",
  kinds: ["text"],
  constant: "instant",
} as const satisfies OperandSignature;
const DAY = { is: "day", kinds: ["text"], constant: "day" } as const satisfies OperandSignature;
const COMPARED = {
  is: "number or text",
  kinds: ["number", "text"],
} as const satisfies OperandSignature;
const ELEMENT_TEST = { ...CONDITION, scoped: true } as const satisfies OperandSignature;
const ELEMENT_RULE = { is: "rule", scoped: true } as const satisfies OperandSignature;

const equality = { operands: [ANY], least: 2, most: 2, gives: ["boolean"] } as const;
const order = { operands: [COMPARED], least: 2, most: 2, gives: ["boolean"] } as const;
const between = { ...order, most: 3 } as const;
const yesOrNo = { operands: [CONDITION], least: 1, most: 1, gives: ["boolean"] } as const;
const all = { operands: [LIST, ELEMENT_TEST], least: 2, most: 2, gives: ["boolean"] } as const;
const choice = { operands: [ANY], least: 2 } as const;
const text = {
  operands: [TEXT],
  least: 1,
  most: 1,
  gives: ["text"],
  reveals: "copy",
} as const;
const calendar = { operands: [DAY, NUMBER], least: 2, most: 2, gives: ["text"] } as const;
const extreme = { operands: [NUMBER], least: 1, gives: ["number"] } as const;

/**
 * Every operator of the rule language: how many arguments it takes, of which kind, and what it
 * gives.
 */
export const SIGNATURES = {
  var: { operands: [PATH, ANY], least: 0, most: 2 },
  fact: { operands: [NAME], least: 1, most: 1 },
  guard: { operands: [NAME], least: 1, most: 1, gives: ["boolean"] },
  value: { operands: [NAME], least: 1, most: 1 },
  lookup: { operands: [NAME, TEXT, NAME, NAME], least: 3, most: 4 },
  if: choice,
  "?:": choice,
  and: { operands: [ANY], least: 1 },
  or: { operands: [ANY], least: 1 },
  default: { operands: [ANY], least: 2 },
  optional: { operands: [ANY], least: 1, most: 1 },
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
    operands: [ANY, { is: "list or text", kinds: ["list", "text"] }],
    least: 2,
    most: 2,
    gives: ["boolean"],
  },
  cat: {
    operands: [{ is: "text", kinds: ["text", "number", "boolean", "list"] }],
    least: 1,
    gives: ["text"],
    reveals: "copy",
  },
  merge: { operands: [ANY], least: 1, gives: ["list"] },
  "+": { operands: [NUMBER], least: 1, gives: ["number"] },
  "-": { operands: [NUMBER], least: 1, most: 2, gives: ["number"] },
  "*": { operands: [NUMBER], least: 2, gives: ["number"] },
  "/": { operands: [NUMBER], least: 2, most: 2, gives: ["number"] },
  "%": { operands: [NUMBER], least: 2, most: 2, gives: ["number"] },
  min: extreme,
  max: extreme,
  substr: { operands: [TEXT, NUMBER], least: 2, most: 3, gives: ["text"], reveals: "copy" },
  missing: { operands: [{ is: "path", kinds: ["text", "list"] }], least: 1, gives: ["list"] },
  missing_some: {
    operands: [NUMBER, { is: "list of paths", kinds: ["list"] }],
    least: 2,
    most: 2,
    gives: ["list"],
  },
  filter: { operands: [LIST, { is: "rule", scoped: true }], least: 2, most: 2, gives: ["list"] },
  map: { operands: [LIST, ELEMENT_RULE], least: 2, most: 2, gives: ["list"] },
  all,
  some: all,
  none: all,
  reduce: { operands: [LIST, ELEMENT_RULE, ANY], least: 2, most: 3 },
  sortBy: {
    operands: [LIST, { is: "{ rule, order? }", kinds: ["object"], scoped: true }],
    least: 2,
    gives: ["list"],
  },
  absent: { operands: [], least: 0, most: 0, reveals: "copy" },
  first: { operands: [LIST], least: 1, most: 1 },
  last: { operands: [LIST], least: 1, most: 1 },
  length: {
    operands: [{ is: "list or text", kinds: ["list", "text"] }],
    least: 1,
    most: 1,
    gives: ["number"],
    reveals: "presence",
  },
  get: {
    operands: [
      { is: "object or list", kinds: ["object", "list"] },
      { is: "name or place", kinds: ["text", "number"] },
    ],
    least: 2,
    most: 2,
  },
  characters: { ...text, reveals: "presence" },
  lower: text,
  upper: text,
  trim: text,
  fold: text,
  encode: text,
  split: { operands: [TEXT, TEXT], least: 2, most: 2, gives: ["list"], reveals: "copy" },
  join: { operands: [LIST, TEXT], least: 2, most: 2, gives: ["text"], reveals: "copy" },
  minorUnits: { operands: [NUMBER], least: 1, most: 1, gives: ["number"] },
  round: { operands: [NUMBER], least: 1, most: 1, gives: ["number"] },
  yearsBetween: { operands: [DAY, DAY], least: 2, most: 2, gives: ["number"] },
  addDays: calendar,
  addMonths: calendar,
  addYears: calendar,
  addMs: { operands: [INSTANT, NUMBER], least: 2, most: 2, gives: ["text"] },
  before: { operands: [INSTANT, INSTANT], least: 2, most: 2, gives: ["boolean"] },
  unique: { operands: [LIST], least: 1, most: 1, gives: ["list"] },
  object: { operands: [ANY], least: 2, even: true, gives: ["object"], reveals: "copy" },
} as const satisfies Readonly<Record<string, Signature>>;

/** Operators that read one element of a list at a time, not the facts. */
export const SCOPED_OPERATORS: ReadonlySet<string> = new Set(
  Object.entries<Signature>(SIGNATURES).flatMap(([name, { operands }]) =>
    operands.some(({ scoped }) => scoped === true) ? [name] : [],
  ),
);

/** The signature of an operator; undefined for an unknown name. */
export function signatureOf(operator: string): Signature | undefined {
  return Object.hasOwn(SIGNATURES, operator)
    ? SIGNATURES[operator as keyof typeof SIGNATURES]
    : undefined;
}

/** How an operator is written, as an example for messages: `{ '===': [value, value] }`. */
export function writtenAs(operator: string, { operands, least, most }: Signature): string {
  const many = most === undefined || most > operands.length;
  const names = operands.map(({ is }) => is);
  while (names.length < least) names.push(names.at(-1) ?? "value");
  const name = /^\w+$/.test(operator) ? operator : `'${operator}'`;
  return `{ ${name}: [${[...names, ...(most === undefined && many ? ["…"] : [])].join(", ")}] }`;
}
