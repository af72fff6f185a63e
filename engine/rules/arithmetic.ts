import type { Json } from "../language/json.ts";
import { plainText, plainValue } from "./plain-value.ts";

/**
 * Arithmetic and `substr` as json-logic-js computes them; a property test compares both. Lists and
 * objects become texts first, as JavaScript would convert them, and data is never evaluated.
 */
export const ARITHMETIC: Readonly<Record<string, (values: readonly (Json | undefined)[]) => Json>> =
  {
    "+": (values) => {
      let sum = 0;
      for (const value of values) sum = beginning(sum) + beginning(value);
      return sum;
    },
    // A single factor stays what it is.
    "*": ([first = null, ...others]) =>
      others.reduce<Json>((product, value) => beginning(product) * beginning(value), first),
    "-": ([a, b]) => (b === undefined ? -number(a) : number(a) - number(b)),
    "/": ([a, b]) => number(a) / number(b),
    "%": ([a, b]) => number(a) % number(b),
    min: (values) => Math.min(...values.map(number)),
    max: (values) => Math.max(...values.map(number)),
    substr: ([source, start, length]) => {
      const text = plainText(source);
      const [from, count] = [plainValue(start) as number, plainValue(length) as number];
      if (!(count < 0)) return text.substr(from, count);
      // As in PHP: a negative length leaves so many characters out at the end.
      const rest = text.substr(from);
      return rest.substr(0, rest.length + count);
    },
  };

/** A value as a number, as JavaScript converts it. */
function number(value: Json | undefined): number {
  return typeof value === "number" ? value : Number(plainValue(value));
}

/** The number that a value's text begins with; that of -0 is 0. */
function beginning(value: Json | undefined): number {
  return typeof value === "number" ? value + 0 : Number.parseFloat(plainText(value));
}
