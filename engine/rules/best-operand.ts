import type { Json } from "../language/json.ts";
import { requiredTests, testsOf, type Condition, type Operand } from "./condition.ts";

/** A rule that may hold, by its place among all. */
export interface Entry {
  readonly at: number;
  readonly condition: Condition;
}

/** How a list of rules splits by the value of one operand; rules by their index in the list. */
export interface Split {
  readonly operand: Operand;
  /** By each value that a test names: the rules that hold for it, and not for every value. */
  readonly cases: ReadonlyMap<Json | undefined, readonly number[]>;
  /** Rules that may hold for any value. */
  readonly everywhere: readonly number[];
}

/** The share of the rules that a look at an operand may leave, to be worth it. */
const TOO_MANY = 0.8;

/** What is counted of an operand. */
interface Count {
  readonly operand: Operand;
  readonly values: Set<Json | undefined>;
  /** Rules that hold for some values alone, and for how many values they do, together. */
  restricted: number;
  placed: number;
  /** Rules that hold only for values that count as yes, or only for those that do not. */
  halved: number;
}

/**
 * The operand that leaves the fewest rules when its value is known; undefined where none helps.
 *
 * @param short lists that are shorter are better asked rule by rule
 */
export function bestOperand(entries: readonly Entry[], short: number): Split | undefined {
  const [first] = entries;
  if (first === undefined || entries.length < short || first.condition.kind === "constant")
    return undefined;
  const counts = countsOf(entries);
  const left = (count: Count) => {
    const { values, restricted, placed, halved } = count;
    return entries.length - restricted - halved + placed / (values.size + 1) + halved / 2;
  };
  const inFirst = new Set(testsOf(first.condition).map(({ on }) => on.key));
  let best: Count | undefined;
  let near: Count | undefined;
  for (const count of counts.values()) {
    if (best === undefined || left(count) < left(best)) best = count;
    if (inFirst.has(count.operand.key) && (near === undefined || left(count) < left(near)))
      near = count;
  }
  // What the first rule looks at is looked at anyway, unless that leaves nearly all of many rules.
  const chosen = near !== undefined && left(near) <= TOO_MANY * entries.length ? near : best;
  return chosen === undefined || left(chosen) >= entries.length
    ? undefined
    : splitBy(chosen, entries);
}

function countsOf(entries: readonly Entry[]): ReadonlyMap<string, Count> {
  const counts = new Map<string, Count>();
  for (const { condition } of entries) {
    for (const { on, among } of testsOf(condition)) {
      const known = counts.get(on.key);
      const count: Count = known ?? {
        operand: on,
        values: new Set(),
        restricted: 0,
        placed: 0,
        halved: 0,
      };
      if (known === undefined) counts.set(on.key, count);
      if (among !== undefined) for (const value of among) count.values.add(value);
    }
    const seen = new Set<string>();
    for (const { on, among, holds } of requiredTests(condition)) {
      const count = counts.get(on.key);
      if (count === undefined || seen.has(on.key)) continue;
      seen.add(on.key);
      if (among === undefined) count.halved++;
      else if (holds) {
        count.restricted++;
        count.placed += among.size;
      }
    }
  }
  return counts;
}

function splitBy({ operand, values }: Count, entries: readonly Entry[]): Split {
  const cases = new Map<Json | undefined, number[]>([...values].map((value) => [value, []]));
  const everywhere: number[] = [];
  for (const [index, { condition }] of entries.entries()) {
    const required = requiredTests(condition).find(
      ({ on, among, holds }) => on.key === operand.key && among !== undefined && holds,
    );
    if (required?.among === undefined) everywhere.push(index);
    else for (const value of required.among) cases.get(value)?.push(index);
  }
  return { operand, cases, everywhere };
}
