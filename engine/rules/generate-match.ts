import type { Json } from "../language/json.ts";
import { splitsOf, type MatchEntry, type Split } from "./best-operand.ts";
import type { Closure, Predicate } from "./closure.ts";
import { simplifyTests, ELEMENT, testsOf, type TestTree, type Operand } from "./test-tree.ts";
import { isPlainSegment } from "./read-path.ts";
import { truthy } from "./truthy.ts";

/**
 * The first rule of a part that holds, from a place on; `NONE` when none does, `LEFT_OUT` when it
 * is not known there.
 */
export type PartMatch = (facts: Json, from: number) => number;

export const NONE = -1;
export const LEFT_OUT = -2;

/**
 * Most values of one operand that are compared in place; more are looked up in a map of functions.
 */
const CASES_IN_PLACE = 12;

/** Most rules that are written into one function: V8 does not optimise long functions. */
const RULES_IN_PLACE = 400;

/**
 * Most that a fork may let the code grow: a rule that holds for several values of the operand is
 * written under each of them. Longer lists than `ALWAYS_FORKED` are forked in any case.
 */
const MOST_GROWTH = 1.5;
const ALWAYS_FORKED = 400;

/**
 * Fewest rules that are forked; fewer are tested one after the other. Where functions share their
 * code it is more, since short lists of tests are alike more often than forks.
 */
const LEAST_FORKED = { own: 3, shared: 8 };

/**
 * What the code of a match is handed: no value of a rule is ever written as code but through JSON.
 */
interface Parts {
  /** Places and values, where they are not written in place. */
  readonly constants: Json[];
  readonly closures: (Closure | Predicate)[];
  readonly sets: ReadonlySet<Json | undefined>[];
  readonly maps: ReadonlyMap<Json | undefined, PartMatch>[];
  readonly matches: PartMatch[];
}

/**
 * Functions that were written, by their code: parts for one screen and another are mostly the same
 * but for constants.
 */
const written = new Map<string, (...given: readonly unknown[]) => PartMatch>();
const WRITTEN_LIMIT = 1000;

/**
 * Generates one function of a list of rules, a decision tree. A look at an operand leaves the
 * rules that can hold for its value, without the tests that it answers.
 *
 * @param shared whether other parts are likely to be the same but for places and values
 * @param later makes the function of a part that stands apart
 * @throws EvalError where code may not be generated
 */
export function generateMatch(
  entries: readonly MatchEntry[],
  shared: boolean,
  later: (entries: () => readonly MatchEntry[]) => PartMatch,
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

/** The rules that an operand's value leaves. */
interface Fork {
  readonly operand: Operand;
  readonly cases: ReadonlyMap<Json | undefined, () => readonly MatchEntry[]>;
  /**
   * For other values that count as yes, and for those that do not; the same list where it makes no
   * difference.
   */
  readonly yes: readonly MatchEntry[];
  readonly no: readonly MatchEntry[];
  /** All of them together. */
  readonly rules: number;
}

function forkOf({ operand, cases, everywhere }: Split, entries: readonly MatchEntry[]): Fork {
  const under = (kept: readonly number[], passes: (among?: ReadonlySet<unknown>) => boolean) =>
    left(
      entries,
      [...everywhere, ...kept].toSorted((a, b) => a - b),
      operand.key,
      passes,
    );
  const lists = new Map(
    [...cases].map(([known, kept]) => [
      known,
      () => under(kept, (among) => (among === undefined ? truthy(known) : among.has(known))),
    ]),
  );
  const no = under([], () => false);
  const readAsTruth = entries.some(({ condition }) =>
    testsOf(condition).some(({ on, among }) => on.key === operand.key && among === undefined),
  );
  const yes = readAsTruth ? under([], (among) => among === undefined) : no;
  const inCases =
    cases.size > CASES_IN_PLACE
      ? [...cases.values()].map((kept) => kept.length + everywhere.length)
      : [...lists.values()].map((list) => reachable(list()));
  return {
    operand,
    cases: lists,
    yes,
    no,
    rules: [reachable(no), readAsTruth ? reachable(yes) : 0, ...inCases].reduce(
      (sum, each) => sum + each,
    ),
  };
}

/** How many rules of a list can be the first that holds. */
function reachable(entries: readonly MatchEntry[]): number {
  const certain = entries.findIndex(({ condition }) => condition.kind === "constant");
  return certain < 0 ? entries.length : certain + 1;
}

class Writer {
  /** Functions that the code calls. */
  functions = "";
  private rules = 0;
  private readonly finders = new Map<string, string>();
  private readonly places = new Map<Closure | Predicate, number>();

  constructor(
    private readonly parts: Parts,
    private readonly shared: boolean,
    private readonly later: (entries: () => readonly MatchEntry[]) => PartMatch,
  ) {}

  /** Statements that return. */
  list(all: readonly MatchEntry[], depth: number): string {
    const certain = all.findIndex(({ condition }) => condition.kind === "constant");
    let entries = certain < 0 ? all : all.slice(0, certain + 1);
    this.rules += entries.length;
    if (this.rules > RULES_IN_PLACE && depth > 0) {
      const rest = entries;
      const at = this.parts.matches.push(this.later(() => rest)) - 1;
      return `return p[${at}](f,from);`;
    }
    let code = "";
    const least = this.shared ? LEAST_FORKED.shared : LEAST_FORKED.own;
    while (entries.length >= least && entries[0]?.condition.kind !== "constant") {
      const fork = this.bestFork(entries);
      if (fork !== undefined) return code + this.fork(fork, depth);
      code += this.inTurn(entries.slice(0, 1));
      entries = entries.slice(1);
    }
    return `${code}${this.inTurn(entries)}return ${NONE};`;
  }

  /** Statements that return where one of the rules holds. */
  private inTurn(entries: readonly MatchEntry[]): string {
    let code = "";
    for (const { at, condition } of entries) {
      const place = this.constant(at);
      if (condition.kind === "constant")
        return `${code}return from<=${place}?${place}:${LEFT_OUT};`;
      code += `if(from<=${place}&&${this.condition(condition)})return ${place};`;
    }
    return code;
  }

  /** The fork that leaves the fewest rules, of those that do not let the code grow too much. */
  private bestFork(entries: readonly MatchEntry[]): Fork | undefined {
    for (const split of splitsOf(entries)) {
      const fork = forkOf(split, entries);
      if (entries.length > ALWAYS_FORKED || fork.rules <= MOST_GROWTH * entries.length) return fork;
    }
    return undefined;
  }

  private fork({ operand, cases, yes, no }: Fork, depth: number): string {
    const value = `v${depth}`;
    let code = `const ${value}=${this.value(operand, cases.has(null), "f")};`;
    if (cases.size > CASES_IN_PLACE) {
      const map = new Map([...cases].map(([known, entries]) => [known, this.later(entries)]));
      const at = this.parts.maps.push(map) - 1;
      code += `t=m[${at}].get(${value});if(t!==undefined)return t(f,from);`;
    } else {
      const bodies = new Map<string, string[]>();
      for (const [known, entries] of cases) {
        const body = this.list(entries(), depth + 1);
        bodies.set(body, [...(bodies.get(body) ?? []), `${value}===${this.constant(known)}`]);
      }
      const tests = [...bodies].map(([body, each]) => `if(${each.join("||")}){${body}}`).join("");
      code += areTexts(cases.keys()) ? `if(typeof ${value}==="string"){${tests}}` : tests;
    }
    if (yes === no) return code + this.list(no, depth + 1);
    return `${code}if(${truthOf(value)}){${this.list(yes, depth + 1)}}${this.list(no, depth + 1)}`;
  }

  /** @param of the variable that operands read: the facts, or an element of a list */
  private condition(condition: TestTree, of = "f"): string {
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
      const { predicate, path } = on.read;
      if (predicate === undefined || path !== undefined || of !== "f")
        return of === "f"
          ? `(t=${this.value(on, false, of)},${truthOf("t")})`
          : `T(${this.value(on, false, of)})`;
      return this.call(predicate);
    }
    const value = this.value(on, among.has(null), of);
    if (among.size === 0) return "false";
    const tests = (variable: string) =>
      [...among].map((each) => `${variable}===${this.constant(each)}`);
    if (among.size <= 2 && of === "f") {
      const guard = areTexts(among) ? 'typeof t==="string"&&' : "";
      return `(t=${value},${guard}(${tests("t").join("||")}))`;
    }
    if (among.size === 1) return `(${tests(value).join()})`;
    return `s[${this.parts.sets.push(among) - 1}].has(${value})`;
  }

  private constant(value: Json | undefined): string {
    return this.shared
      ? `k[${this.parts.constants.push(value ?? null) - 1}]`
      : JSON.stringify(value);
  }

  private call(closure: Closure | Predicate): string {
    const at = this.places.get(closure) ?? this.parts.closures.push(closure) - 1;
    this.places.set(closure, at);
    return `c[${at}](f,f)`;
  }

  /** An operand's value; `orNull`: a missing value has to be null. */
  private value({ key, read, found }: Operand, orNull: boolean, of: string): string {
    if (key === ELEMENT) return of;
    if (found?.list.every(isPlainSegment) === true) return this.finder(key, found);
    const { path } = read;
    if (path === undefined || (of === "f" && !path.every(isPlainSegment))) return this.call(read);
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

/** Whether all values are texts: V8 compares texts fast where it has seen nothing else. */
function areTexts(values: Iterable<Json | undefined>): boolean {
  for (const value of values) if (typeof value !== "string") return false;
  return true;
}

/** Whether a variable counts as yes; only lists and objects are worth a call. */
function truthOf(variable: string): string {
  return `(${variable}===true||!!${variable}&&(typeof ${variable}!=="object"||T(${variable})))`;
}

function members(path: readonly string[]): string {
  return path.map((segment) => `?.[${JSON.stringify(segment)}]`).join("");
}

/** The rest of some rules, by their index in the list, where the value of an operand is known. */
function left(
  entries: readonly MatchEntry[],
  indexes: readonly number[],
  key: string,
  passes: (among?: ReadonlySet<unknown>) => boolean,
): readonly MatchEntry[] {
  return indexes.flatMap((index): MatchEntry[] => {
    const entry = entries[index];
    if (entry === undefined) return [];
    const condition = simplifyTests(entry.condition, key, passes);
    if (condition === entry.condition) return [entry];
    return condition.kind === "constant" && !condition.holds ? [] : [{ at: entry.at, condition }];
  });
}
