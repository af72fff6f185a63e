import type { CompiledVariant } from "../compiled-variant.ts";
import type { Json } from "../../language/json.ts";
import { answer } from "./condition-answer.ts";
import type { Condition } from "./condition.ts";
import { typeOfPath } from "./value-type.ts";

/** A value of a term that no rule names. */
export const OTHER = "\u0000other";

/** Assignments that are tried before the question counts as open, unless told otherwise. */
const STEPS = 3_000;

/** Values of terms with which a condition holds. */
export interface Example {
  readonly values: ReadonlyMap<string, Json>;
  /** False where the search ended before it found an answer: the values are none then. */
  readonly isProven: boolean;
}

/** Searches for values with which a condition holds; undefined where there are none. */
export function findExample(
  flow: CompiledVariant,
  whole: Condition,
  most: number = STEPS,
): Example | undefined {
  const parts = conjuncts(whole, true);
  if (parts.includes(false)) return undefined;
  const search = new Search(
    parts.map((part) => ({ part, terms: termsOf(part) })),
    domainsOf(flow, whole),
    most,
  );
  return search.run();
}

/** A part of a conjunction, and the terms in it. */
interface Conjunct {
  readonly part: Condition;
  readonly terms: ReadonlySet<string>;
}

/**
 * Search with conflict-directed backjumping: the part that fails names its terms, and only those get
 * another value.
 */
class Search {
  private steps = 0;
  private readonly values = new Map<string, Json>();
  /** Terms that decide most come first. */
  private readonly order: readonly string[];

  constructor(
    private readonly conjuncts: readonly Conjunct[],
    private readonly domains: ReadonlyMap<string, readonly Json[]>,
    private readonly most: number,
  ) {
    const uses = new Map<string, number>();
    for (const { terms } of conjuncts)
      for (const term of terms) uses.set(term, (uses.get(term) ?? 0) + 1);
    this.order = [...uses].toSorted(([, a], [, b]) => b - a).map(([term]) => term);
  }

  run(): Example | undefined {
    return this.conflict() === undefined
      ? { values: this.values, isProven: this.steps <= this.most }
      : undefined;
  }

  /** The terms whose values stand in the way of every solution; undefined with a solution. */
  private conflict(): ReadonlySet<string> | undefined {
    if (++this.steps > this.most) return undefined;
    const open: Conjunct[] = [];
    for (const each of this.conjuncts) {
      const { holds } = evaluate(each.part, this.values);
      if (holds === false) return blamedFor(each.part, this.values);
      if (holds === undefined) open.push(each);
    }
    const term = this.order.find(
      (each) => !this.values.has(each) && open.some(({ terms }) => terms.has(each)),
    );
    if (term === undefined) return undefined;
    const blamed = new Set<string>();
    for (const value of this.domains.get(term) ?? []) {
      this.values.set(term, value);
      const found = this.conflict();
      if (found === undefined) return undefined;
      if (!found.has(term)) {
        this.values.delete(term);
        return found;
      }
      for (const each of found) blamed.add(each);
    }
    this.values.delete(term);
    blamed.delete(term);
    return blamed;
  }
}

/** The parts that must all hold. */
function conjuncts(condition: Condition, holds: boolean): readonly Condition[] {
  if (typeof condition === "boolean") return condition === holds ? [] : [false];
  if ("not" in condition) return conjuncts(condition.not, !holds);
  if ("all" in condition && holds) return condition.all.flatMap((part) => conjuncts(part, true));
  if ("any" in condition && !holds) return condition.any.flatMap((part) => conjuncts(part, false));
  return [holds ? condition : { not: condition }];
}

/** Terms whose values alone make a part what it is. */
function blamedFor(
  condition: Condition,
  values: ReadonlyMap<string, Json>,
  into = new Set<string>(),
): ReadonlySet<string> {
  if (typeof condition === "boolean") return into;
  if ("not" in condition) return blamedFor(condition.not, values, into);
  if ("term" in condition) return into.add(condition.term);
  const [parts, decides] = "all" in condition ? [condition.all, false] : [condition.any, true];
  const decisive = parts.find((part) => evaluate(part, values).holds === decides);
  if (decisive !== undefined) return blamedFor(decisive, values, into);
  for (const part of parts) blamedFor(part, values, into);
  return into;
}

function termsOf(condition: Condition, into = new Set<string>()): ReadonlySet<string> {
  if (typeof condition === "boolean") return into;
  if ("not" in condition) termsOf(condition.not, into);
  else if ("term" in condition) into.add(condition.term);
  else for (const part of "all" in condition ? condition.all : condition.any) termsOf(part, into);
  return into;
}

/**
 * Values that each term is tried with: those it is compared with, those its schema lists, none,
 * and one more.
 */
function domainsOf(
  flow: CompiledVariant,
  condition: Condition,
): ReadonlyMap<string, readonly Json[]> {
  const named = new Map<string, { readonly equal: Set<Json>; readonly bounds: Set<number> }>();
  const walk = (part: Condition): void => {
    if (typeof part === "boolean") return;
    if ("all" in part) part.all.forEach(walk);
    else if ("any" in part) part.any.forEach(walk);
    else if ("not" in part) walk(part.not);
    else {
      const values = named.get(part.term) ?? { equal: new Set(), bounds: new Set() };
      named.set(part.term, values);
      if (typeof part.asks !== "object") return;
      if ("order" in part.asks) values.bounds.add(part.asks.than);
      else values.equal.add(part.asks.equals);
    }
  };
  walk(condition);
  return new Map(
    [...named].map(([term, { equal, bounds }]) => {
      const type = typeOfPath(flow, term.replace(/^.*\u0001/, ""));
      if (type?.type === "boolean") return [term, [true, null, false]];
      if (type?.enum !== undefined) return [term, [...new Set([...type.enum, null])]];
      const isNumber = bounds.size > 0 || type?.type === "number" || type?.type === "integer";
      if (isNumber) return [term, numbersAround([...equal, ...bounds], type?.type)];
      const other = type?.type === "string" ? ["", OTHER] : [OTHER, false];
      return [term, [...new Set<Json>([...equal, null, ...other])]];
    }),
  );
}

/** Each number, one between each two neighbours, one below and one above all, and none. */
function numbersAround(values: readonly Json[], type: string | undefined): readonly Json[] {
  const numbers = [0, ...values.filter((value) => typeof value === "number")];
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b);
  const between = sorted.slice(1).map((value, at) => (value + (sorted[at] ?? value)) / 2);
  const whole = sorted.flatMap((value) => [value - 1, value + 1]);
  const near = type === "integer" ? whole : [...between, ...whole];
  return [...new Set<Json>([null, ...values, ...sorted, ...near])];
}

/** Three values: it holds, it does not, or it hangs on a term that has no value yet. */
function evaluate(
  condition: Condition,
  values: ReadonlyMap<string, Json>,
): { readonly holds?: boolean; readonly open?: string } {
  if (typeof condition === "boolean") return { holds: condition };
  if ("not" in condition) {
    const { holds, open } = evaluate(condition.not, values);
    return holds === undefined ? (open === undefined ? {} : { open }) : { holds: !holds };
  }
  if ("term" in condition) {
    const value = values.get(condition.term);
    return value === undefined
      ? { open: condition.term }
      : { holds: answer(value, condition.asks) };
  }
  const [parts, decides] = "all" in condition ? [condition.all, false] : [condition.any, true];
  let first: string | undefined;
  for (const part of parts) {
    const { holds, open } = evaluate(part, values);
    if (holds === decides) return { holds };
    if (holds === undefined) first ??= open;
  }
  return first === undefined ? { holds: !decides } : { open: first };
}
