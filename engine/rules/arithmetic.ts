import jsonLogic from "json-logic-js";
import type { Json } from "../language/json.ts";
import { plainText, plainValue } from "./plain-value.ts";
import { withoutDust } from "./without-dust.ts";

/**
 * Arithmetic and `substr` as json-logic-js computes them, with results of 15 significant digits; a
 * property test compares both. Lists and objects become texts first, as JavaScript would convert
 * them, and data is never evaluated.
 */
export const ARITHMETIC: Readonly<Record<string, (values: readonly (Json | undefined)[]) => Json>> =
  {
    "+": (values) => {
      let sum = 0;
      for (const value of values) sum = beginning(sum) + beginning(value);
      return withoutDust(sum);
    },
    // A single factor stays what it is.
    "*": ([first = null, ...others]) =>
      others.reduce<Json>(
        (product, value) => withoutDust(beginning(product) * beginning(value)),
        first,
      ),
    "-": ([a, b]) => (b === undefined ? -number(a) : withoutDust(number(a) - number(b))),
    "/": ([a, b]) => withoutDust(number(a) / number(b)),
    "%": ([a, b]) => withoutDust(number(a) % number(b)),
    min: (values) => Math.min(...values.map(number)),
    max: (values) => Math.max(...values.map(number)),
    // json-logic-js cuts texts: negative lengths have a meaning of their own. It receives plain
    // values alone.
    substr: (values) => jsonLogic.apply({ substr: values.map(plainValue) } as never) as Json,
  };

/** A value as a number, as JavaScript converts it. */
function number(value: Json | undefined): number {
  return typeof value === "number" ? value : Number(plainValue(value));
}

/** The number that a value's text begins with; that of -0 is 0. */
function beginning(value: Json | undefined): number {
  return typeof value === "number" ? value + 0 : Number.parseFloat(plainText(value));
}
