import { sameJson } from "../language/same-json.ts";
import type { Json } from "../language/json.ts";
import { plainText, plainValue } from "./plain-value.ts";
import { addCalendar } from "./add-calendar.ts";
import { yearsBetween } from "./years-between.ts";
import { withoutDust } from "./without-dust.ts";

/** One operator that Foyer adds to those of JSON-logic. Pure; arguments come evaluated. */
export interface OwnOperator {
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
    apply: () => undefined,
  },
  first: {
    apply: ([list]) => (Array.isArray(list) ? (list[0] ?? null) : null),
  },
  last: {
    apply: ([list]) => (Array.isArray(list) ? (list.at(-1) ?? null) : null),
  },
  length: {
    apply: ([value]) =>
      Array.isArray(value) ? value.length : typeof value === "string" ? [...value].length : 0,
  },
  get: {
    apply: ([object, name]) => {
      if (Array.isArray(object)) return object[Number(plainValue(name))] ?? null;
      const key = plainText(name);
      return typeof object === "object" && object !== null && Object.hasOwn(object, key)
        ? ((object as Record<string, Json>)[key] ?? null)
        : null;
    },
  },
  characters: {
    apply: ([text]) => {
      const plain = textOf(text).replaceAll(/[\s.-]/g, "");
      if (plain === "") return null;
      return /^\p{L}+$/u.test(plain) ? "alphabetic" : /^\d+$/.test(plain) ? "numeric" : "mixed";
    },
  },
  lower: {
    apply: ([text]) => textOf(text).toLowerCase(),
  },
  upper: {
    apply: ([text]) => textOf(text).toUpperCase(),
  },
  trim: {
    apply: ([text]) => textOf(text).trim(),
  },
  fold: {
    apply: ([text]) => textOf(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(),
  },
  encode: {
    apply: ([text]) => encodeURIComponent(textOf(text).replace(/\p{Surrogate}/gu, "\uFFFD")),
  },
  split: {
    apply: ([text, by]) => textOf(text).split(textOf(by)),
  },
  join: {
    apply: ([list, by]) => (Array.isArray(list) ? list.map(textOf).join(textOf(by)) : ""),
  },
  round: {
    apply: ([number]) => {
      const exact = withoutDust(Number(plainValue(number)));
      return Number.isFinite(exact) ? Math.sign(exact) * Math.round(Math.abs(exact)) : null;
    },
  },
  yearsBetween: {
    apply: ([from, to]) => yearsBetween(textOf(from), textOf(to)) ?? null,
  },
  addDays: {
    apply: ([day, count]) => addCalendar(day, count, "days"),
  },
  addMonths: {
    apply: ([day, count]) => addCalendar(day, count, "months"),
  },
  addYears: {
    apply: ([day, count]) => addCalendar(day, count, "years"),
  },
  addMs: {
    apply: ([instant, ms]) => {
      const later = new Date(Date.parse(textOf(instant)) + Number(plainValue(ms)));
      // Beyond the last instant that a date can hold there is none.
      return Number.isNaN(later.getTime()) ? null : later.toISOString();
    },
  },
  before: {
    apply: ([a, b]) => Date.parse(textOf(a)) < Date.parse(textOf(b)),
  },
  unique: {
    apply: ([list]) =>
      Array.isArray(list)
        ? list.filter((entry, at) => list.findIndex((other) => sameJson(other, entry)) === at)
        : [],
  },
  object: {
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
