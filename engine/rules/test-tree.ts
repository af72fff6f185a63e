import { argumentsOf } from "./arguments-of.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";
import { predicateOf, type Closure, type Predicate } from "./closure.ts";
import { isConstant, listedScalars } from "./comparisons.ts";
import { compileRule } from "./compile-rule.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import { isPlainSegment } from "./read-path.ts";
import type { RuleNames } from "./rule-names.ts";
import { allHold, anyHolds } from "./all-and-any.ts";
import { truthy } from "./truthy.ts";

/** The operand of a condition: a path, a named value, or any other rule that gives a value. */
export interface Operand {
  /** Equal for operands that read the same. */
  readonly key: string;
  readonly read: Closure;
  /** Set where the operand is the first element of a list that fulfils `where`. */
  readonly found?: { readonly list: readonly string[]; readonly where: TestTree };
}

/**
 * A rule as yes or no, taken apart as far as one look at an operand decides a part of it. `among`:
 * the values that hold; without it, all values that count as yes.
 */
export type TestTree =
  | { readonly kind: "constant"; readonly holds: boolean }
  | { readonly kind: "test"; readonly on: Operand; readonly among?: Among; readonly holds: boolean }
  | { readonly kind: "all" | "any"; readonly parts: readonly TestTree[] };

type Among = ReadonlySet<Json | undefined>;

export const ALWAYS: TestTree = { kind: "constant", holds: true };
const NEVER: TestTree = { kind: "constant", holds: false };

/** Maximum number of parts that a rule is taken apart into, those of its guards included. */
const PART_LIMIT = 500;

/** Takes rules apart; operands that read the same are one. */
export class TestTreeReader {
  private readonly operands = new Map<string, Operand>();
  private readonly names: RuleNames;
  private parts = 0;

  /** @param names those that the rules were compiled with; mistakes were told then */
  constructor(names: RuleNames) {
    this.names = { ...names, operands: undefined };
  }

  read(rule: Rule): TestTree {
    this.parts = 0;
    return this.part(rule, true);
  }

  /** @param holds false for the opposite of the rule */
  private part(rule: Rule, holds: boolean): TestTree {
    if (!isObject(rule))
      return Array.isArray(rule)
        ? this.test(rule, undefined, holds)
        : constant(truthy(rule) === holds);
    const [operator = "", ...others] = Object.keys(rule);
    if (others.length > 0 || ++this.parts > PART_LIMIT) return this.test(rule, undefined, holds);
    const given = rule[operator] ?? null;
    const args = argumentsOf(given);
    const [first = null, second] = args;
    switch (operator) {
      case "and":
      case "or": {
        if (args.length === 0) return constant(!holds);
        const parts = args.map((arg) => this.part(arg, holds));
        return combined((operator === "and") === holds ? "all" : "any", parts);
      }
      case "!":
      case "!!":
        return args.length === 0
          ? this.test(rule, undefined, holds)
          : this.part(first, (operator === "!!") === holds);
      case "if":
      case "?:":
        return this.choice(args, holds);
      case "guard": {
        const guard = this.names.guard(String(first));
        return guard === undefined
          ? this.test(rule, undefined, holds)
          : this.part(guard.rule, holds);
      }
      case "===":
      case "!==": {
        const same = (operator === "===") === holds;
        if (second === undefined) return this.test(rule, undefined, holds);
        if (isScalar(second)) return this.test(first, new Set([second]), same);
        return isScalar(first)
          ? this.test(second, new Set([first]), same)
          : this.test(rule, undefined, holds);
      }
      case "in": {
        const listed = listedScalars(second);
        return listed === undefined
          ? this.test(rule, undefined, holds)
          : this.test(first, new Set(listed), holds);
      }
      case "missing":
        return args.length > 0 && args.every((path) => typeof path === "string" && path !== "")
          ? this.missing(args, holds)
          : this.test(rule, undefined, holds);
      default:
        return this.test(rule, undefined, holds);
    }
  }

  /**
   * The first condition that holds chooses the rule after it; the last rule stands where none does.
   */
  private choice([first = null, then, ...others]: readonly Json[], holds: boolean): TestTree {
    if (then === undefined) return this.part(first, holds);
    const otherwise = others.length === 0 ? constant(!holds) : this.choice(others, holds);
    return combined("any", [
      combined("all", [this.part(first, true), this.part(then, holds)]),
      combined("all", [this.part(first, false), otherwise]),
    ]);
  }

  /** `missing` holds where at least one of the paths has no value. */
  private missing(paths: readonly Json[], holds: boolean): TestTree {
    const parts = paths.map((path) => this.test({ var: path }, new Set([null, ""]), holds));
    return combined(holds ? "any" : "all", parts);
  }

  private test(rule: Rule, among: Among | undefined, holds: boolean): TestTree {
    if (isScalar(rule))
      return constant((among === undefined ? truthy(rule) : among.has(rule)) === holds);
    const key = JSON.stringify(rule);
    const known = this.operands.get(key);
    const on = known ?? this.operand(rule, key);
    if (known === undefined) this.operands.set(key, on);
    return { kind: "test", on, among, holds };
  }

  private operand(rule: Rule, key: string): Operand {
    const { rule: written, closure: read } = this.compiled(rule);
    const filter = onlyArgument(onlyArgument(written, "first"), "filter");
    const [list = null, where = null] = Array.isArray(filter) ? (filter as readonly Json[]) : [];
    const { path } = this.compiled(list).closure;
    if (path === undefined) return { key, read };
    const condition = this.part(where, true);
    return testsOf(condition).every(
      ({ on }) => on.key === ELEMENT || on.read.path?.every(isPlainSegment) === true,
    )
      ? { key, read, found: { list: path, where: condition } }
      : { key, read };
  }

  /** A rule, or that of the value it names. */
  private compiled(rule: Rule): CompiledRule {
    const name = onlyArgument(rule, "value");
    const value = typeof name === "string" ? this.names.value(name) : undefined;
    return value ?? compileRule(rule, this.names, () => undefined);
  }
}

/** The key of `{ var: "" }`, which is the element of a list. */
export const ELEMENT = JSON.stringify({ var: "" });

/** What an operator is given, where a rule is that operator. */
function onlyArgument(rule: Json | undefined, operator: string): Json | undefined {
  if (!isObject(rule) || Object.keys(rule).length !== 1) return undefined;
  const given = rule[operator];
  if (operator === "filter" || !Array.isArray(given)) return given;
  return given.length === 1 ? (given[0] as Json | undefined) : undefined;
}

/** The rest of a condition where the results of the tests on an operand are known. */
export function simplifyTests(
  condition: TestTree,
  key: string,
  passes: (among: Among | undefined) => boolean,
): TestTree {
  switch (condition.kind) {
    case "test":
      return condition.on.key === key
        ? constant(passes(condition.among) === condition.holds)
        : condition;
    case "all":
    case "any": {
      const parts = condition.parts.map((part) => simplifyTests(part, key, passes));
      return parts.every((part, at) => part === condition.parts[at])
        ? condition
        : combined(condition.kind, parts);
    }
    default:
      return condition;
  }
}

/** Every test of a condition. */
export function testsOf(
  condition: TestTree,
): readonly Extract<TestTree, { readonly kind: "test" }>[] {
  if (condition.kind === "test") return [condition];
  return condition.kind === "all" || condition.kind === "any"
    ? condition.parts.flatMap((part) => testsOf(part))
    : [];
}

/** The tests that a condition cannot do without: it holds only where each of them does. */
export function requiredTests(condition: TestTree): ReturnType<typeof testsOf> {
  if (condition.kind === "test") return [condition];
  return condition.kind === "all" ? condition.parts.flatMap((part) => requiredTests(part)) : [];
}

/** A condition to be asked. */
export function predicateOfTests(condition: TestTree): Predicate {
  switch (condition.kind) {
    case "constant": {
      const { holds } = condition;
      return () => holds;
    }
    case "all":
      return allHold(condition.parts.map((part) => predicateOfTests(part)));
    case "any":
      return anyHolds(condition.parts.map((part) => predicateOfTests(part)));
    case "test": {
      const predicate = passing(condition.on.read, condition.among);
      return condition.holds ? predicate : (data, root) => !predicate(data, root);
    }
  }
}

function passing(read: Closure, among: Among | undefined): Predicate {
  if (among === undefined) return predicateOf(read);
  const [only = null] = among;
  return among.size === 1 ? isConstant(read, only) : (data, root) => among.has(read(data, root));
}

function combined(kind: "all" | "any", parts: readonly TestTree[]): TestTree {
  const neutral = kind === "all";
  const left = parts.flatMap((part) =>
    part.kind === "constant" && part.holds === neutral
      ? []
      : part.kind === kind
        ? part.parts
        : [part],
  );
  if (left.some((part) => part.kind === "constant")) return constant(!neutral);
  const [only = constant(neutral)] = left;
  return left.length < 2 ? only : { kind, parts: left };
}

function constant(holds: boolean): TestTree {
  return holds ? ALWAYS : NEVER;
}

/** A value that a set finds as `===` does. */
function isScalar(rule: Json): rule is string | number | boolean | null {
  return (typeof rule !== "object" || rule === null) && !Number.isNaN(rule);
}
