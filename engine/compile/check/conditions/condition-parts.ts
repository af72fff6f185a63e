import type { Json } from "../../../language/json.ts";
import { satisfies } from "./condition-answer.ts";
import type { Condition, Question } from "./condition-formula.ts";

/** Three values: a part holds, does not, or hangs on a term that has no value yet. */
export type Truth = typeof NO | typeof YES | typeof OPEN;
export const NO = 0;
export const YES = 1;
export const OPEN = 2;

/** A formula over numbered terms. */
export type Formula =
  | { readonly kind: "constant"; readonly holds: boolean }
  | { readonly kind: "term"; readonly term: number; readonly asks: Question }
  | { readonly kind: "not"; readonly part: Formula }
  | { readonly kind: "all" | "any"; readonly parts: readonly Formula[] };

/** A part of a conjunction, and what it asks of which terms. */
export interface ConditionPart {
  readonly formula: Formula;
  /** Each of its terms once. */
  readonly terms: readonly number[];
  /** The questions about each of its terms, a bit for each question of the term. */
  readonly questions: readonly (readonly [term: number, bits: number])[];
}

type Parts = readonly ConditionPart[] | "never";

/** A term, and every question that conditions ask of it. */
interface Term {
  readonly name: string;
  readonly questions: Question[];
}

/** Maximum number of questions of a term that are kept apart; the others count as always asked. */
const BITS = 31;

/** Takes conditions apart, each condition once, and numbers their terms and questions. */
export class ConditionParts {
  private readonly terms: Term[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly holding = new WeakMap<object, Parts>();
  private readonly failing = new WeakMap<object, Parts>();

  /** The number of a term, by its name. */
  numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    this.numbers.set(term, this.terms.length);
    return this.terms.push({ name: term, questions: [] }) - 1;
  }

  /** The name of a term. */
  nameOf(term: number): string {
    return this.terms[term]?.name ?? "";
  }

  /** A key of the questions of a term that these bits stand for. */
  keyOf(term: number, bits: number): number {
    const { length } = this.terms[term]?.questions ?? [];
    return length > BITS ? bits + 2 ** 32 * length : bits;
  }

  /** The questions of a term by their bits. */
  questionsOf(term: number, bits: number): readonly Question[] {
    const questions = this.terms[term]?.questions ?? [];
    return questions.filter((_, bit) => bit >= BITS || (bits & (1 << bit)) !== 0);
  }

  /**
   * The parts that must all hold for a condition to hold, or not to; `never` for a contradiction.
   */
  of(condition: Condition, holds = true): Parts {
    if (typeof condition === "boolean") return condition === holds ? [] : "never";
    if ("not" in condition) return this.of(condition.not, !holds);
    const known = (holds ? this.holding : this.failing).get(condition);
    if (known !== undefined) return known;
    const parts = this.split(condition, holds);
    (holds ? this.holding : this.failing).set(condition, parts);
    return parts;
  }

  private split(condition: Exclude<Condition, boolean>, holds: boolean): Parts {
    const joined =
      "all" in condition && holds
        ? condition.all
        : "any" in condition && !holds
          ? condition.any
          : undefined;
    if (joined === undefined) return [this.partOf(holds ? condition : { not: condition })];
    const parts = new Set<ConditionPart>();
    for (const each of joined) {
      const found = this.of(each, holds);
      if (found === "never") return "never";
      for (const part of found) parts.add(part);
    }
    return [...parts];
  }

  private partOf(condition: Condition): ConditionPart {
    const questions = new Map<number, number>();
    const formula = this.formulaOf(condition, questions);
    return { formula, terms: [...questions.keys()], questions: [...questions] };
  }

  private formulaOf(condition: Condition, questions: Map<number, number>): Formula {
    if (typeof condition === "boolean") return { kind: "constant", holds: condition };
    if ("not" in condition) return { kind: "not", part: this.formulaOf(condition.not, questions) };
    if ("term" in condition) {
      const term = this.numberOf(condition.term);
      const bit = this.bitOf(term, condition.asks);
      questions.set(term, (questions.get(term) ?? 0) | (bit < BITS ? 1 << bit : 0));
      return { kind: "term", term, asks: condition.asks };
    }
    const [kind, parts] =
      "all" in condition ? (["all", condition.all] as const) : (["any", condition.any] as const);
    return { kind, parts: parts.map((part) => this.formulaOf(part, questions)) };
  }

  private bitOf(term: number, asks: Question): number {
    const questions = this.terms[term]?.questions ?? [];
    const known = questions.findIndex((each) => isSame(each, asks));
    return known >= 0 ? known : questions.push(asks) - 1;
  }
}

function isSame(one: Question, other: Question): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  if ("equals" in one) return "equals" in other && one.equals === other.equals;
  return "order" in other && one.order === other.order && one.than === other.than;
}

/** Whether a formula holds with the values of terms, by number. */
export function evaluate(formula: Formula, values: readonly (Json | undefined)[]): Truth {
  switch (formula.kind) {
    case "constant":
      return formula.holds ? YES : NO;
    case "term": {
      const value = values[formula.term];
      if (value === undefined) return OPEN;
      return satisfies(value, formula.asks) ? YES : NO;
    }
    case "not": {
      const holds = evaluate(formula.part, values);
      return holds === OPEN ? OPEN : holds === YES ? NO : YES;
    }
    default: {
      const decides = formula.kind === "all" ? NO : YES;
      let holds: Truth = decides === NO ? YES : NO;
      for (const part of formula.parts) {
        const found = evaluate(part, values);
        if (found === decides) return decides;
        if (found === OPEN) holds = OPEN;
      }
      return holds;
    }
  }
}

/** Terms whose values alone make a formula what it is. */
export function addBlamed(
  formula: Formula,
  values: readonly (Json | undefined)[],
  into: Set<number>,
): void {
  if (formula.kind === "constant") return;
  if (formula.kind === "not") addBlamed(formula.part, values, into);
  else if (formula.kind === "term") into.add(formula.term);
  else {
    const decides = formula.kind === "all" ? NO : YES;
    const decisive = formula.parts.find((part) => evaluate(part, values) === decides);
    if (decisive !== undefined) addBlamed(decisive, values, into);
    else for (const part of formula.parts) addBlamed(part, values, into);
  }
}
