import type { CompiledVariant } from "../../compiled-variant.ts";
import { axisOfFact } from "../../../language/axes.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { Rule } from "../../../language/rule.ts";
import { compileRule } from "../../../rules/compile-rule.ts";
import { truthy } from "../../../rules/truthy.ts";
import { argumentsOf } from "../../../rules/arguments-of.ts";
import { kindsOf } from "../../../rules/kind-of.ts";
import { ANY_NAMES, type RuleNames } from "../../../rules/rule-names.ts";
import { comparesAs, isNumberOrNone, satisfies } from "./condition-answer.ts";
import type { Condition, Order, Question } from "./condition-formula.ts";
import { factsAt } from "../values/facts-at.ts";
import { Examples, type Example } from "./find-example.ts";
import { keyOf, pathOf } from "./term.ts";
import { kindOfPath, typeOfPath } from "../../value-type.ts";
import { membersThrough } from "../../../rules/members.ts";

const TURNED: Readonly<Record<Order, Order>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** Operators whose operands are paths. */
const READING: ReadonlySet<string> = new Set(["var", "fact", "missing"]);

/** The meaning of paths where a rule is asked: a known value, or a term that may be anything. */
export interface Scope {
  read(path: string): { readonly known: Json } | { readonly term: string };
}

/** A rule that conditions compare as a whole. */
interface WholeRule {
  readonly rule: JsonObject;
  /** Whether it reads the state as it is, and no earlier or later one. */
  readonly isNow: boolean;
}

/** Largest guard that is taken apart, with all that it uses. */
const NODES = 2_000;

/** Turns the rules of one variant into conditions, and says which conditions can hold together. */
export class Conditions {
  /** Guards that are being taken apart. */
  private readonly within = new Set<string>();
  private readonly paths = new WeakMap<JsonObject, readonly string[]>();
  /** Rules that are compared as a whole, by their terms. */
  readonly wholes = new Map<string, WholeRule>();
  /** Conditions by rule, and by the meaning of the rule's paths. */
  private readonly conditions = new WeakMap<JsonObject, Map<string, Condition>>();

  private readonly names: RuleNames;
  private readonly examples: Examples;

  /** The facts where nothing has happened. */
  readonly open: Scope;
  private readonly mistaken: WeakSet<object>;

  /**
   * @param options.mistaken rules with a mistake: they may be anything
   * @param options.known values of paths that are known; by default none is: axes and settings may
   *   be any, so that a rule that never holds is wrong in every variant
   */
  constructor(
    private readonly flow: CompiledVariant,
    {
      mistaken = new WeakSet(),
      known = {},
    }: { readonly mistaken?: WeakSet<object>; readonly known?: JsonObject } = {},
  ) {
    this.mistaken = mistaken;
    this.open = {
      read: (path) => {
        const value = Object.hasOwn(known, path) ? known[path] : undefined;
        return value === undefined ? { term: path } : { known: value };
      },
    };
    this.examples = new Examples(flow);
    this.names = {
      ...ANY_NAMES,
      guard: (name) => flow.guards.get(name),
      value: (name) => flow.values.get(name),
      kindOfPath: (path) => kindOfPath(flow, path),
    };
  }

  /** The condition under which a rule is yes. No rule: always. */
  of(rule: Rule | undefined, scope: Scope): Condition {
    if (rule === undefined) return true;
    if (!isObject(rule)) return truthy(rule as Json);
    if (this.mistaken.has(rule)) return this.unknown(rule);
    // Inside a guard that uses itself the same rule means less.
    if (this.within.size > 0) return this.build(rule, scope);
    const known = this.conditions.get(rule) ?? new Map<string, Condition>();
    this.conditions.set(rule, known);
    const key = scope === this.open ? "" : this.changesOf(rule, scope);
    const condition = known.get(key) ?? this.build(rule, scope);
    known.set(key, condition);
    return condition;
  }

  /** A rule that is wrong says nothing: it holds in some state, and in another it does not. */
  private unknown(rule: JsonObject): Condition {
    const term = keyOf({ rule, about: "?" });
    this.wholes.set(term, { rule, isNow: false });
    return { term, asks: "truthy" };
  }

  private build(rule: JsonObject, scope: Scope): Condition {
    const [operator = "", given = null] = Object.entries(rule)[0] ?? [];
    const list = argumentsOf(given);
    const each = () => list.map((part) => this.of(part as Rule, scope));
    switch (operator) {
      case "guard": {
        const guard = this.flow.guards.get(String(given));
        // Other checks report a guard that uses itself or is too large; here it stays one term.
        if (guard === undefined || guard.nodes > NODES || this.within.has(String(given)))
          return this.opaque(rule, scope);
        this.within.add(String(given));
        const condition = this.of(guard.rule, scope);
        this.within.delete(String(given));
        return condition;
      }
      case "and":
        return { all: each() };
      case "or":
      case "default":
        return { any: each() };
      case "!":
        return { not: this.of(list[0] as Rule, scope) };
      case "!!":
      case "optional":
        return this.of(list[0] as Rule, scope);
      case "if":
        return this.choice(list, scope);
      case "missing":
        return list.every((path) => typeof path === "string")
          ? { any: list.map((path) => this.ask(scope.read(path), "missing")) }
          : this.opaque(rule, scope);
      case "===":
        return this.equality(list, scope) ?? this.opaque(rule, scope);
      case "!==": {
        const equal = this.equality(list, scope);
        return equal === undefined ? this.opaque(rule, scope) : { not: equal };
      }
      case "in":
        return this.membership(list, scope) ?? this.opaque(rule, scope);
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.order(operator, list, scope) ?? this.opaque(rule, scope);
      default: {
        const read = this.read(rule, scope);
        return read === undefined ? this.opaque(rule, scope) : this.ask(read, "truthy");
      }
    }
  }

  /** Whether all conditions can hold at once; also true where the search ends before it knows. */
  canHold(conditions: readonly Condition[], most?: number): boolean {
    return this.examples.exists(conditions, most) !== false;
  }

  /**
   * Whether some state satisfies all conditions; undefined where the search ends before it knows.
   */
  provenSatisfiable(conditions: readonly Condition[]): boolean | undefined {
    return this.examples.exists(conditions);
  }

  /** A state in which all conditions hold: undefined where there is none. */
  example(conditions: readonly Condition[], most?: number): Example | undefined {
    return this.examples.find(conditions, most);
  }

  /** Whether all conditions hold with these values of their terms. */
  hold(conditions: readonly Condition[], values: ReadonlyMap<string, Json>): boolean {
    return this.examples.hold(conditions, values);
  }

  private choice(list: readonly Json[], scope: Scope): Condition {
    const [test, then, ...rest] = list;
    if (test === undefined) return false;
    if (then === undefined) return this.of(test as Rule, scope);
    const tested = this.of(test as Rule, scope);
    return {
      any: [
        { all: [tested, this.of(then as Rule, scope)] },
        { all: [{ not: tested }, this.choice(rest, scope)] },
      ],
    };
  }

  private equality([left, right]: readonly Json[], scope: Scope): Condition | undefined {
    const [a, b] = [this.read(left ?? null, scope), this.read(right ?? null, scope)];
    if (a === undefined || b === undefined) return undefined;
    if ("known" in a && "known" in b) return a.known === b.known;
    if ("known" in b) return isObject(b.known) ? undefined : this.ask(a, { equals: b.known });
    return "known" in a && !isObject(a.known) ? this.ask(b, { equals: a.known }) : undefined;
  }

  /** A number compared with a constant; of three operands of `<` and `<=` the second is between. */
  private order(operator: Order, list: readonly Json[], scope: Scope): Condition | undefined {
    const [left = null, right = null, upper] = list;
    if (upper === undefined) return this.comparison(operator, [left, right], scope);
    if (operator === ">" || operator === ">=") return undefined;
    const above = this.comparison(operator, [left, right], scope);
    const below = this.comparison(operator, [right, upper], scope);
    return above === undefined || below === undefined ? undefined : { all: [above, below] };
  }

  private comparison(
    operator: Order,
    [left, right]: readonly [Json, Json],
    scope: Scope,
  ): Condition | undefined {
    const [a, b] = [this.read(left, scope), this.read(right, scope)];
    if (a === undefined || b === undefined) return undefined;
    if ("known" in a && "known" in b)
      return isNumberOrNone(a.known) && isNumberOrNone(b.known)
        ? comparesAs(a.known, operator, b.known)
        : undefined;
    if ("known" in a) return this.comparison(TURNED[operator], [right, left], scope);
    if (!("known" in b) || typeof b.known !== "number" || !this.isNumber(left, a.term))
      return undefined;
    return { term: a.term, asks: { order: operator, than: b.known } };
  }

  /** True when the term reads a number, or nothing, in every state. */
  private isNumber(rule: Json, term: string): boolean {
    const type = typeOfPath(this.flow, pathOf(term).path)?.type;
    if (type !== undefined) return type === "number" || type === "integer";
    const value = isObject(rule) ? rule["value"] : undefined;
    const named = typeof value === "string" ? this.flow.values.get(value) : undefined;
    const kinds = named === undefined ? undefined : kindsOf(named.rule as Json, this.names, false);
    return kinds?.size === 1 && kinds.has("number");
  }

  private membership([needle, hay]: readonly Json[], scope: Scope): Condition | undefined {
    const [a, b] = [this.read(needle ?? null, scope), this.read(hay ?? null, scope)];
    if (a === undefined || b === undefined || !("known" in b) || !Array.isArray(b.known))
      return undefined;
    return { any: (b.known as readonly Json[]).map((each) => this.ask(a, { equals: each })) };
  }

  /** What a part of a rule stands for, where it is a constant or something read as it is. */
  private read(rule: Json, scope: Scope): ReturnType<Scope["read"]> | undefined {
    if (!isObject(rule)) {
      if (Array.isArray(rule) && rule.some((each) => typeof each === "object" && each !== null))
        return undefined;
      return { known: rule };
    }
    const path = Object.keys(rule).length === 1 ? (rule["var"] ?? rule["fact"]) : undefined;
    if (typeof path === "string" && path !== "") return scope.read(path);
    const value = rule["value"];
    return typeof value === "string" ? { term: this.nameOf(rule, scope) } : undefined;
  }

  private ask(of: ReturnType<Scope["read"]>, asks: Question): Condition {
    if ("known" in of) return satisfies(of.known, asks);
    const { term } = of;
    const { definition } = this.flow;
    const axis = axisOfFact(definition, term);
    if (axis === undefined) return { term, asks };
    // The fact follows from the value.
    return {
      any: Object.entries(definition.axes?.[axis]?.values ?? {})
        .filter(([, { facts }]) =>
          satisfies(facts?.[term] ?? definition.facts?.[term] ?? null, asks),
        )
        .map(([name]) => ({ term: axis, asks: { equals: name } })),
    };
  }

  /**
   * A rule that is only compared as a whole: the same rule about the same things gives the same
   * answer.
   */
  private opaque(rule: JsonObject, scope: Scope): Condition {
    const listed = this.listed(rule, scope);
    if (listed !== undefined) return listed;
    return { term: this.nameOf(rule, scope), asks: "truthy" };
  }

  /**
   * The values with which a rule is yes, where it reads one place and that has a list of values.
   */
  private listed(rule: JsonObject, scope: Scope): Condition | undefined {
    const [path, another] = this.pathsOf(rule);
    if (path === undefined || another !== undefined) return undefined;
    const { type, enum: choices } = typeOfPath(this.flow, path) ?? {};
    const values = type === "boolean" ? [true, false] : choices;
    if (values === undefined) return undefined;
    const { test } = compileRule(rule as Rule, this.names, () => undefined);
    const read = scope.read(path);
    return {
      any: [...values, null]
        .filter((value) => test(factsAt([[path, value]])))
        .map((value) => this.ask(read, { equals: value })),
    };
  }

  private nameOf(rule: JsonObject, scope: Scope): string {
    const changes = this.changesOf(rule, scope);
    const term = keyOf({ rule, about: changes });
    this.wholes.set(term, { rule, isNow: changes === "" });
    return term;
  }

  /** The values and terms that the paths of a rule stand for, where they are not the paths. */
  private changesOf(rule: JsonObject, scope: Scope): string {
    const changed = this.pathsOf(rule).flatMap((path) => {
      const read = scope.read(path);
      if ("known" in read) return [`${path}=${JSON.stringify(read.known)}`];
      return read.term === path ? [] : [`${path}=${read.term}`];
    });
    return changed.join(" ");
  }

  /** The paths that a rule names, in order. */
  pathsOf(rule: JsonObject): readonly string[] {
    const known = this.paths.get(rule);
    if (known !== undefined) return known;
    const paths = [...this.readsOf(rule)].toSorted();
    this.paths.set(rule, paths);
    return paths;
  }

  /** Every path that a rule names, through the guards and values it uses. */
  private readsOf(rule: Json): ReadonlySet<string> {
    const reads = new Set<string>();
    for (const [operator, operands] of membersThrough(this.flow, rule))
      if (READING.has(operator))
        for (const path of [operands].flat())
          if (typeof path === "string" && path !== "") reads.add(path);
    return reads;
  }
}
