import type { Json } from "../language/json.ts";
import { closureOfPredicate, nothing, type Closure, type Predicate } from "./closure.ts";
import { plainText, plainValue } from "./plain-value.ts";
import { readerOf } from "./read-path.ts";

type Pair<Operand> = (a: Operand, b: Operand) => boolean;

const missing: Closure = () => undefined;

/** `===` and `!==`. */
export function strictEquality(parts: readonly Closure[], negated: boolean): Closure {
  const [left = missing, right = missing] = parts;
  const same =
    right.constant !== undefined
      ? isConstant(left, right.constant.value)
      : left.constant !== undefined
        ? isConstant(right, left.constant.value)
        : (data: Json | undefined, root: Json) => left(data, root) === right(data, root);
  return closureOfPredicate(negated ? (data, root) => !same(data, root) : same);
}

/** Whether a value is one text, number, boolean or null. */
export function isConstant(part: Closure, constant: Json): Predicate {
  if (part.path !== undefined && constant !== null) {
    const read = readerOf(part.path);
    return (data) => read(data) === constant;
  }
  return (data, root) => part(data, root) === constant;
}

/** `==` and `!=`. */
export function looseEquality(parts: readonly Closure[], negated: boolean): Closure {
  const [left = missing, right = missing] = parts;
  return closureOfPredicate((data, root) => {
    const [a, b] = [left(data, root), right(data, root)];
    return (a === b || looselyEqual(a, b)) !== negated;
  });
}

/** `<` and its like; `between`: a third operand bounds the second. */
export function ordering(
  parts: readonly Closure[],
  compare: Pair<number>,
  between: boolean,
): Closure {
  const [left = missing, right = missing, upper] = parts;
  const holds = (a: Json | undefined, b: Json | undefined) =>
    typeof a === "number" && typeof b === "number"
      ? compare(a, b)
      : compare(plainValue(a) as number, plainValue(b) as number);
  if (!between || upper === undefined)
    return closureOfPredicate((data, root) => holds(left(data, root), right(data, root)));
  return closureOfPredicate((data, root) => {
    const middle = right(data, root);
    if (!holds(left(data, root), middle)) return false;
    const bound = upper(data, root);
    return bound === undefined || holds(middle, bound);
  });
}

/** `in`: a part of a text, or an element of a list. */
export function membership(
  parts: readonly Closure[],
  listed: readonly Json[] | undefined,
): Closure {
  const [needle = nothing, hay = nothing] = parts;
  if (listed !== undefined) {
    const known: ReadonlySet<Json | undefined> = new Set(listed);
    return closureOfPredicate((data, root) => known.has(needle(data, root)));
  }
  return closureOfPredicate((data, root) => {
    const wanted = needle(data, root);
    const whole = hay(data, root);
    if (typeof whole === "string") return whole !== "" && whole.includes(plainText(wanted));
    // oxlint-disable-next-line unicorn/prefer-includes -- `includes` finds NaN, JSON-logic does not
    return Array.isArray(whole) && (whole as Json[]).indexOf(wanted as Json) >= 0;
  });
}

/**
 * The elements of a list that is written out, where none of them is a rule, a list or no number.
 */
export function listedScalars(rule: Json | undefined): readonly Json[] | undefined {
  if (!Array.isArray(rule)) return undefined;
  const listed: readonly Json[] = rule;
  return listed.every((each) => (typeof each !== "object" || each === null) && !Number.isNaN(each))
    ? listed
    : undefined;
}

/**
 * `==` of JavaScript: two lists or objects are equal when they are one and the same, and nothing of
 * theirs is called.
 */
function looselyEqual(a: Json | undefined, b: Json | undefined): boolean {
  const both = typeof a === "object" && a !== null && typeof b === "object" && b !== null;
  return both ? a === b : plainValue(a) == plainValue(b);
}
