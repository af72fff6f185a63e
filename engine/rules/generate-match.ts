import type { Json } from "../language/json.ts";
import { bestOperand, type Entry, type Split } from "./best-operand.ts";
import type { Closure, Truth } from "./closure.ts";
import { assuming, ELEMENT, type Condition, type Operand } from "./condition.ts";
import { isPlain } from "./read-path.ts";
import { truthy } from "./truthy.ts";

/** The first rule of a part that holds, from a place on; `NONE` when none does, `LEFT_OUT` when it is not known there. */
export type PartMatch = (facts: Json, from: number) => number;

export const NONE = -1;
export const LEFT_OUT = -2;

/** More values of one operand than these are looked up, each with a function of its own. */
const CASES_IN_PLACE = 12;

/** Rules written into one function; V8 leaves long functions slow. */
const RULES_IN_PLACE = 400;

/** Shorter lists are asked rule by rule: in a function that others share, where code is alike more often. */
const SHORT = { own: 3, shared: 8 };

/** What the code of a match is handed: no value of a rule is ever written as code but through JSON. */
interface Parts {
  /** Places and values, where they are not written in place. */
  readonly constants: Json[];
  readonly closures: (Closure | Truth)[];
  readonly sets: ReadonlySet<Json | undefined>[];
  readonly maps: ReadonlyMap<Json | undefined, PartMatch>[];
  readonly matches: PartMatch[];
}

/** Functions that were written, by their code: parts for one screen and another are mostly the same but for constants. */
const written = new Map<string, (...given: readonly unknown[]) => PartMatch>();
const WRITTEN_LIMIT = 1000;

/**
 * Writes a list of rules as one function, a decision tree: a look at an operand leaves the rules that can hold for its
 * value, without the tests that it answers.
 *
 * @param shared whether other parts are likely to be the same but for places and values
 * @param later makes the function of a part that stands apart
 * @throws EvalError where code may not be generated
 */
export function generateMatch(
  entries: readonly Entry[],
  shared: boolean,
  later: (entries: () => readonly Entry[]) => PartMatch,
): PartMatch {
  const parts: Parts = { constants: [], closures: [], sets: [], maps: [], matches: [] };
  const writer = new Writer(parts, shared, later);
  const body = writer.list(entries, 0);
  const code = `"use strict";${writer.functions}return function(f,from){let t;${body}}`;
  const known = written.get(code);
  // oxlint-disable-next-line no-new-func -- see Parts
  const make =
    known ?? (new Function("k", "c", "s", "m", "p", "T", code) as NonNullable<typeof known>);
  if (shared && known === undefined && written.size < WRITTEN_LIMIT) written.set(code, make);
  const { constants, closures, sets, maps, matches } = parts;
  return make(constants, closures, sets, maps, matches, truthy);
}

class Writer {
  /** Functions that the code calls. */
  functions = "";
  private rules = 0;
  private readonly finders = new Map<string, string>();
  private readonly places = new Map<Closure | Truth, number>();

  constructor(
    private readonly parts: Parts,
    private readonly shared: boolean,
    private readonly later: (entries: () => readonly Entry[]) => PartMatch,
  ) {}

  /** Statements that return. */
  list(all: readonly Entry[], depth: number): string {
    const certain = all.findIndex(({ condition }) => condition.kind === "constant");
    const entries = certain < 0 ? all : all.slice(0, certain + 1);
    this.rules += entries.length;
    if (this.rules > RULES_IN_PLACE && depth > 0) {
      const at = this.parts.matches.push(this.later(() => entries)) - 1;
      return `return p[${at}](f,from);`;
    }
    const split = bestOperand(entries, this.shared ? SHORT.shared : SHORT.own);
    return split === undefined ? this.inTurn(entries) : this.fork(split, entries, depth);
  }

  private inTurn(entries: readonly Entry[]): string {
    let code = "";
    for (const { at, condition } of entries) {
      const place = this.constant(at);
      if (condition.kind === "constant")
        return `${code}return from<=${place}?${place}:${LEFT_OUT};`;
      code += `if(from<=${place}&&${this.condition(condition)})return ${place};`;
    }
    return `${code}return ${NONE};`;
  }

  private fork(split: Split, entries: readonly Entry[], depth: number): string {
    const { operand, cases, everywhere } = split;
    const value = `v${depth}`;
    const under = (kept: readonly number[], passes: (among?: ReadonlySet<unknown>) => boolean) =>
      left(
        entries,
        [...everywhere, ...kept].toSorted((a, b) => a - b),
        operand.key,
        passes,
      );
    const ofCase = (known: Json | undefined, kept: readonly number[]) => () =>
      under(kept, (among) => (among === undefined ? truthy(known) : among.has(known)));
    let code = `const ${value}=${this.value(operand, cases.has(null), "f")};`;
    if (cases.size > CASES_IN_PLACE) {
      const map = new Map(
        [...cases].map(([known, kept]) => [known, this.later(ofCase(known, kept))]),
      );
      const at = this.parts.maps.push(map) - 1;
      code += `t=m[${at}].get(${value});if(t!==undefined)return t(f,from);`;
    } else {
      const bodies = new Map<string, string[]>();
      for (const [known, kept] of cases) {
        const body = this.list(ofCase(known, kept)(), depth + 1);
        bodies.set(body, [...(bodies.get(body) ?? []), `${value}===${this.constant(known)}`]);
      }
      for (const [body, tests] of bodies) code += `if(${tests.join("||")}){${body}}`;
    }
    const yes = this.list(
      under([], (among) => among === undefined),
      depth + 1,
    );
    const no = this.list(
      under([], () => false),
      depth + 1,
    );
    return yes === no ? `${code}${yes}` : `${code}if(T(${value})){${yes}}${no}`;
  }

  /** @param of the variable that operands read: the facts, or an element of a list */
  private condition(condition: Condition, of = "f"): string {
    switch (condition.kind) {
      case "constant":
        return String(condition.holds);
      case "all":
      case "any": {
        const parts = condition.parts.map((part) => this.condition(part, of));
        return `(${parts.join(condition.kind === "all" ? "&&" : "||")})`;
      }
      case "test": {
        const { on, among, holds } = condition;
        return `${holds ? "" : "!"}${this.test(on, among, of)}`;
      }
    }
  }

  private test(on: Operand, among: ReadonlySet<Json | undefined> | undefined, of: string): string {
    if (among === undefined) {
      const { truth, path } = on.read;
      if (truth === undefined || path !== undefined || of !== "f")
        return `T(${this.value(on, false, of)})`;
      return this.call(truth);
    }
    const value = this.value(on, among.has(null), of);
    const [a, b] = [...among];
    if (among.size === 1) return `(${value}===${this.constant(a)})`;
    if (among.size === 2 && of === "f")
      return `((t=${value})===${this.constant(a)}||t===${this.constant(b)})`;
    return `s[${this.parts.sets.push(among) - 1}].has(${value})`;
  }

  private constant(value: Json | undefined): string {
    return this.shared
      ? `k[${this.parts.constants.push(value ?? null) - 1}]`
      : JSON.stringify(value);
  }

  private call(closure: Closure | Truth): string {
    const at = this.places.get(closure) ?? this.parts.closures.push(closure) - 1;
    this.places.set(closure, at);
    return `c[${at}](f,f)`;
  }

  /** An operand's value; `orNull`: what is not there has to be null. */
  private value({ key, read, found }: Operand, orNull: boolean, of: string): string {
    if (key === ELEMENT) return of;
    if (found?.list.every(isPlain) === true) return this.finder(key, found);
    const { path } = read;
    if (path === undefined || (of === "f" && !path.every(isPlain))) return this.call(read);
    return orNull ? `(${of}${members(path)}??null)` : `${of}${members(path)}`;
  }

  /** Calls a function that looks through a list. */
  private finder(key: string, { list, where }: NonNullable<Operand["found"]>): string {
    const name = this.finders.get(key) ?? `h${this.finders.size}`;
    if (!this.finders.has(key)) {
      this.finders.set(key, name);
      const test = this.condition(where, "e");
      this.functions += `function ${name}(f){const l=f${members(list)};if(Array.isArray(l))for(let i=0;i<l.length;i++){const e=l[i];if(${test})return e}return null}`;
    }
    return `${name}(f)`;
  }
}

function members(path: readonly string[]): string {
  return path.map((segment) => `?.[${JSON.stringify(segment)}]`).join("");
}

/** What is left of rules, by their index in the list, where the value of an operand is known. */
function left(
  entries: readonly Entry[],
  indexes: readonly number[],
  key: string,
  passes: (among?: ReadonlySet<unknown>) => boolean,
): readonly Entry[] {
  return indexes.flatMap((index): Entry[] => {
    const entry = entries[index];
    if (entry === undefined) return [];
    const condition = assuming(entry.condition, key, passes);
    if (condition === entry.condition) return [entry];
    return condition.kind === "constant" && !condition.holds ? [] : [{ at: entry.at, condition }];
  });
}
