import type { Json } from "../language/json.ts";
import { plainText, plainValue } from "./plain-value.ts";
import { yearsBetween } from "./years-between.ts";

/** One operator that Foyer adds to those of JSON-logic. Pure; arguments come evaluated. */
export interface OwnOperator {
  /** For the reference and for explanations: what it gives, in one sentence. */
  readonly description: string;
  /** Names of its arguments, for the reference. */
  readonly operands: readonly string[];
  /** Whether it receives `absent` for an argument that is; otherwise it receives null. */
  readonly knowsAbsent?: true;
  apply(args: readonly (Json | undefined)[]): Json | undefined;
}

/**
 * Every operator beside JSON-logic's own; `fact`, `guard`, `value`, `lookup` and `sortBy` need more
 * than evaluated arguments and stand in closures.
 */
export const OWN_OPERATORS: Readonly<Record<string, OwnOperator>> = {
  absent: {
    description: "nothing at all: the member it stands for is left out",
    operands: [],
    apply: () => undefined,
  },
  first: {
    description: "the first element of a list, or null",
    operands: ["list"],
    apply: ([list]) => (Array.isArray(list) ? (list[0] ?? null) : null),
  },
  last: {
    description: "the last element of a list, or null",
    operands: ["list"],
    apply: ([list]) => (Array.isArray(list) ? (list.at(-1) ?? null) : null),
  },
  length: {
    description: "how many elements a list has, or characters a text",
    operands: ["list or text"],
    apply: ([value]) =>
      Array.isArray(value) ? value.length : typeof value === "string" ? [...value].length : 0,
  },
  get: {
    description:
      "a member of an object by its name, an element of a list by its place (from 0), or null",
    operands: ["object or list", "name or place"],
    apply: ([object, name]) => {
      if (Array.isArray(object)) return object[Number(plainValue(name))] ?? null;
      const key = plainText(name);
      return typeof object === "object" && object !== null && Object.hasOwn(object, key)
        ? ((object as Record<string, Json>)[key] ?? null)
        : null;
    },
  },
  characters: {
    description:
      "of which characters a text is: `alphabetic`, `numeric`, or `mixed`; null where there is none",
    operands: ["text"],
    apply: ([text]) => {
      const plain = textOf(text).replaceAll(/[\s.-]/g, "");
      if (plain === "") return null;
      return /^\p{L}+$/u.test(plain) ? "alphabetic" : /^\d+$/.test(plain) ? "numeric" : "mixed";
    },
  },
  lower: {
    description: "a text in small letters",
    operands: ["text"],
    apply: ([text]) => textOf(text).toLowerCase(),
  },
  upper: {
    description: "a text in capital letters",
    operands: ["text"],
    apply: ([text]) => textOf(text).toUpperCase(),
  },
  trim: {
    description: "a text without the spaces around it",
    operands: ["text"],
    apply: ([text]) => textOf(text).trim(),
  },
  fold: {
    description: "a text in small letters, without accents",
    operands: ["text"],
    apply: ([text]) => textOf(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(),
  },
  encode: {
    description: "a text as a part of an address: in a path, or the value of a parameter",
    operands: ["text"],
    apply: ([text]) => encodeURIComponent(textOf(text).replace(/\p{Surrogate}/gu, "\uFFFD")),
  },
  split: {
    description: "the parts of a text between separators",
    operands: ["text", "separator"],
    apply: ([text, by]) => textOf(text).split(textOf(by)),
  },
  join: {
    description: "the texts of a list with a separator between them",
    operands: ["list", "separator"],
    apply: ([list, by]) => (Array.isArray(list) ? list.map(textOf).join(textOf(by)) : ""),
  },
  round: {
    description: "a number rounded to the nearest whole one, halves away from zero",
    operands: ["number"],
    // toPrecision takes the binary dust off first: 4.35 * 100 is 434.99999999999994.
    apply: ([number]) => {
      const exact = Number(Number(plainValue(number)).toPrecision(15));
      return Number.isFinite(exact) ? Math.sign(exact) * Math.round(Math.abs(exact)) : null;
    },
  },
  yearsBetween: {
    description: "full years from one day to another",
    operands: ["earlier day (YYYY-MM-DD)", "later day"],
    apply: ([from, to]) => yearsBetween(textOf(from), textOf(to)) ?? null,
  },
  addMs: {
    description: "the instant so many milliseconds after another",
    operands: ["instant (ISO 8601)", "milliseconds"],
    apply: ([instant, ms]) => {
      const later = new Date(Date.parse(textOf(instant)) + Number(plainValue(ms)));
      // Beyond the last instant that a date can hold there is none.
      return Number.isNaN(later.getTime()) ? null : later.toISOString();
    },
  },
  before: {
    description: "whether one instant lies before another; false when either is missing",
    operands: ["instant", "instant"],
    apply: ([a, b]) => Date.parse(textOf(a)) < Date.parse(textOf(b)),
  },
  unique: {
    description: "a list without repetitions",
    operands: ["list"],
    apply: ([list]) =>
      Array.isArray(list)
        ? list.filter(
            (entry, at) =>
              list.findIndex((other) => JSON.stringify(other) === JSON.stringify(entry)) === at,
          )
        : [],
  },
  object: {
    description:
      "an object from names and values in turn; a member whose value is `absent` is left out",
    operands: ["name", "value", "…"],
    knowsAbsent: true,
    apply: (args) =>
      Object.fromEntries(
        args.flatMap((name, at) => {
          const value = args[at + 1];
          return at % 2 === 0 && value !== undefined ? [[textOf(name), value] as const] : [];
        }),
      ),
  },
};

function textOf(value: Json | undefined): string {
  return typeof value === "string"
    ? value
    : value === null || value === undefined
      ? ""
      : typeof value === "object"
        ? ""
        : String(value);
}
