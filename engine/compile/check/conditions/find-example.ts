import type { Json } from "../../../language/json.ts";
import type { Typed } from "../../value-type.ts";
import {
  addBlamed,
  ConditionParts,
  evaluate,
  NO,
  OPEN,
  YES,
  type ConditionPart,
  type Truth,
} from "./condition-parts.ts";
import type { Condition } from "./condition-formula.ts";
import { termValues } from "./term-values.ts";

/** Assignments that are tried before the question counts as open; the default. */
const STEPS = 3_000;

/** Latest solutions that are tried before a search. */
const REMEMBERED = 6;

/** Values of terms with which a condition holds. */
export interface Example {
  readonly values: ReadonlyMap<string, Json>;
  /** False where the search ended before it found an answer: the values are then no solution. */
  readonly isProven: boolean;
}

/** Values of terms by number. */
type Values = (Json | undefined)[];

/** Finds values with which conditions hold. */
export class Examples {
  private readonly parts = new ConditionParts();
  /** The latest solutions, the newest first: most questions differ little from one before. */
  private readonly solutions: Values[] = [];
  /** Values by term, and by the questions asked of it. */
  private readonly values: Map<number, readonly Json[]>[] = [];

  constructor(private readonly flow: Typed) {}

  /** Whether all conditions can hold at once; undefined where that is not found out soon. */
  exists(conditions: readonly Condition[], most = STEPS): boolean | undefined {
    const parts = this.partsOf(conditions);
    if (parts === undefined) return false;
    const at = this.solutions.findIndex((values) =>
      parts.every(({ formula }) => evaluate(formula, values) === YES),
    );
    if (at >= 0) {
      this.solutions.unshift(...this.solutions.splice(at, 1));
      return true;
    }
    const domains = this.domainsOf(parts);
    if (domains === undefined) return false;
    const search = new Search(parts, domains, most);
    const found = search.run();
    if (found === true) {
      this.solutions.unshift(search.values);
      this.solutions.splice(REMEMBERED);
    }
    return found;
  }

  /** Values with which all conditions hold; undefined where there are none. */
  find(conditions: readonly Condition[], most = STEPS): Example | undefined {
    const parts = this.partsOf(conditions);
    const domains = parts === undefined ? undefined : this.domainsOf(parts);
    if (parts === undefined || domains === undefined) return undefined;
    const search = new Search(parts, domains, most);
    const found = search.run();
    if (found === false) return undefined;
    const values = search.order.flatMap((term): [string, Json][] => {
      const value = search.values[term];
      return value === undefined ? [] : [[this.parts.nameOf(term), value]];
    });
    return { values: new Map(values), isProven: found === true };
  }

  /** Whether all conditions hold with these values. */
  hold(conditions: readonly Condition[], values: ReadonlyMap<string, Json>): boolean {
    const parts = this.partsOf(conditions);
    const numbered: Values = [];
    for (const [term, value] of values) numbered[this.parts.numberOf(term)] = value;
    return parts?.every(({ formula }) => evaluate(formula, numbered) === YES) === true;
  }

  /** The parts of conditions, each once; undefined where they hold a contradiction. */
  private partsOf(conditions: readonly Condition[]): readonly ConditionPart[] | undefined {
    const all = new Set<ConditionPart>();
    for (const condition of conditions) {
      const parts = this.parts.of(condition);
      if (parts === "never") return undefined;
      for (const part of parts) all.add(part);
    }
    return [...all];
  }

  /**
   * Values that each term is tried with: those that no part about this term alone refuses.
   * Undefined where a term has none.
   */
  private domainsOf(
    parts: readonly ConditionPart[],
  ): ReadonlyMap<number, readonly Json[]> | undefined {
    const questions = new Map<number, number>();
    const alone = new Map<number, ConditionPart[]>();
    for (const part of parts) {
      for (const [term, bits] of part.questions)
        questions.set(term, (questions.get(term) ?? 0) | bits);
      const [term] = part.terms;
      if (part.terms.length < 2) {
        if (term !== undefined) addTo(alone, term, part);
        else if (evaluate(part.formula, []) === NO) return undefined;
      }
    }
    const domains = new Map<number, readonly Json[]>();
    const one: Values = [];
    for (const [term, bits] of questions) {
      const refusing = alone.get(term);
      const all = this.valuesOf(term, bits);
      const values =
        refusing === undefined
          ? all
          : all.filter((value) => {
              one[term] = value;
              return refusing.every(({ formula }) => evaluate(formula, one) === YES);
            });
      if (values.length === 0) return undefined;
      domains.set(term, values);
    }
    return domains;
  }

  private valuesOf(term: number, bits: number): readonly Json[] {
    const known = this.values[term] ?? new Map<number, readonly Json[]>();
    this.values[term] = known;
    const key = this.parts.keyOf(term, bits);
    const values =
      known.get(key) ??
      termValues(this.flow, this.parts.nameOf(term), this.parts.questionsOf(term, bits));
    known.set(key, values);
    return values;
  }
}

function addTo<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/**
 * Search with conflict-directed backjumping: the part that fails names its terms, and only those
 * get another value.
 */
class Search {
  readonly values: Values = [];
  /** Terms that decide most come first. */
  readonly order: readonly number[];
  private steps = 0;
  /** Parts of several terms; the values that are tried fit the others. */
  private readonly joint: readonly ConditionPart[];
  private readonly truths: Truth[];
  /** Indices of joint parts by term. */
  private readonly uses = new Map<number, number[]>();

  constructor(
    parts: readonly ConditionPart[],
    private readonly domains: ReadonlyMap<number, readonly Json[]>,
    private readonly most: number,
  ) {
    this.joint = parts.filter(({ terms }) => terms.length > 1);
    this.truths = this.joint.map(() => OPEN);
    for (const [index, { terms }] of this.joint.entries())
      for (const term of terms) addTo(this.uses, term, index);
    const count = (term: number) => this.uses.get(term)?.length ?? 0;
    this.order = [...domains.keys()].toSorted((a, b) => count(b) - count(a));
  }

  /** Whether there is a solution; undefined where that is not found out soon. */
  run(): boolean | undefined {
    for (const [index, { formula }] of this.joint.entries()) {
      const holds = evaluate(formula, this.values);
      if (holds === NO) return false;
      this.truths[index] = holds;
    }
    if (this.conflict() !== undefined) return false;
    if (this.steps > this.most) return undefined;
    for (const [term, [value]] of this.domains) this.values[term] ??= value;
    return true;
  }

  /** The terms whose values prevent every solution; undefined with a solution. */
  private conflict(): Set<number> | undefined {
    if (++this.steps > this.most) return undefined;
    const term = this.order.find(
      (each) =>
        this.values[each] === undefined &&
        this.uses.get(each)?.some((index) => this.truths[index] === OPEN) === true,
    );
    if (term === undefined) return undefined;
    const blamed = new Set<number>();
    for (const value of this.domains.get(term) ?? []) {
      this.values[term] = value;
      const decided: number[] = [];
      const found: Set<number> | undefined = this.refusal(term, decided) ?? this.conflict();
      if (found === undefined) return undefined;
      for (const index of decided) this.truths[index] = OPEN;
      if (!found.has(term)) {
        this.values[term] = undefined;
        return found;
      }
      for (const each of found) blamed.add(each);
    }
    this.values[term] = undefined;
    blamed.delete(term);
    return blamed;
  }

  /** The terms to blame for the first part that fails with a term's new value. */
  private refusal(term: number, decided: number[]): Set<number> | undefined {
    for (const index of this.uses.get(term) ?? []) {
      const part = this.joint[index];
      if (part === undefined || this.truths[index] !== OPEN) continue;
      const holds = evaluate(part.formula, this.values);
      if (holds === NO) {
        const blamed = new Set<number>();
        addBlamed(part.formula, this.values, blamed);
        return blamed;
      }
      if (holds === OPEN) continue;
      this.truths[index] = holds;
      decided.push(index);
    }
    return undefined;
  }
}
