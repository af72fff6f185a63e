import type { Json } from "../language/json.ts";
import { requiredTests, testsOf, type TestTree, type Operand } from "./test-tree.ts";

/** A rule that may hold, by its place among all. */
export interface MatchEntry {
  readonly at: number;
  readonly condition: TestTree;
}

/** How a list of rules splits by the value of one operand; rules by their index in the list. */
export interface Split {
  readonly operand: Operand;
  /** By each value that a test names: the rules that hold for it, and not for every value. */
  readonly cases: ReadonlyMap<Json | undefined, readonly number[]>;
  /** Rules that may hold for any value. */
  readonly everywhere: readonly number[];
}

/** The most rules that an operand may leave, as a share, to be worth a test. */
const TOO_MANY = 0.8;

/** Operands that are tried. */
const SPLITS = 3;

/** The counts of an operand. */
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
 * Ways to split a list whose first rule does not hold always, the best first: what the first rule
 * looks at is looked at anyway, unless that leaves nearly all of the rules. None where none helps.
 */
export function splitsOf(entries: readonly MatchEntry[]): readonly Split[] {
  const [first] = entries;
  if (first === undefined) return [];
  const left = ({ values, restricted, placed, halved }: Count) =>
    entries.length - restricted - halved + placed / (values.size + 1) + halved / 2;
  const inFirst = new Set(testsOf(first.condition).map(({ on }) => on.key));
  const isNear = (count: Count) =>
    inFirst.has(count.operand.key) && left(count) <= TOO_MANY * entries.length;
  return [...countsOf(entries).values()]
    .filter((count) => left(count) < entries.length)
    .toSorted(
      (one, other) => Number(isNear(other)) - Number(isNear(one)) || left(one) - left(other),
    )
    .slice(0, SPLITS)
    .map((count) => splitBy(count, entries));
}

function countsOf(entries: readonly MatchEntry[]): ReadonlyMap<string, Count> {
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

function splitBy({ operand, values }: Count, entries: readonly MatchEntry[]): Split {
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
