import { argumentsOf } from "./arguments-of.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Rule } from "../language/rule.ts";
import type { RuleNames } from "./rule-names.ts";
import { signatureOf, type Kind } from "./signatures.ts";

/** Kinds that a value can have; empty for null, undefined where nothing is known. */
export type Kinds = ReadonlySet<Kind> | undefined;

/** The kind of a value; undefined for null and for an absent value. */
export function kindOfValue(value: Json | undefined): Kind | undefined {
  if (Array.isArray(value)) return "list";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "object":
      return value === null ? undefined : "object";
    default:
      return undefined;
  }
}

/** A rule's operator and arguments; undefined for a constant. */
export function operationOf(
  rule: Json | undefined,
): { readonly operator: string; readonly args: readonly Json[] } | undefined {
  if (!isObject(rule)) return undefined;
  const [entry, other] = Object.entries(rule as Readonly<Record<string, Json>>);
  if (entry === undefined || other !== undefined) return undefined;
  return { operator: entry[0], args: argumentsOf(entry[1]) };
}

/**
 * The kind of value that a rule gives with any facts.
 *
 * @param scoped inside `map`, `filter` and the like: `var` reads an element there, of which nothing
 *   is known
 */
export function kindsOf(rule: Json | undefined, names: RuleNames, scoped: boolean): Kinds {
  const operation = operationOf(rule);
  if (operation === undefined) {
    const kind = kindOfValue(rule);
    return new Set(kind === undefined ? [] : [kind]);
  }
  const { operator, args } = operation;
  switch (operator) {
    case "var":
    case "fact": {
      const [path, otherwise] = args;
      if (typeof path !== "string" || (scoped && operator === "var")) return undefined;
      const known = names.kindOfPath?.(path);
      if (known === undefined) return undefined;
      return otherwise === undefined
        ? new Set([known])
        : union([new Set([known]), kindsOf(otherwise, names, scoped)]);
    }
    case "value": {
      const found = typeof args[0] === "string" ? names.value(args[0]) : undefined;
      return found === undefined ? undefined : kindsOfNamed(found.rule, names);
    }
    case "if":
    case "?:":
      return union(
        args
          .filter((_, at) => at % 2 === 1 || at === args.length - 1)
          .map((branch) => kindsOf(branch, names, scoped)),
      );
    case "and":
    case "or":
    case "default":
    case "optional":
      return union(args.map((part) => kindsOf(part, names, scoped)));
    default: {
      const gives = signatureOf(operator)?.gives;
      return gives === undefined ? undefined : new Set(gives);
    }
  }
}

/** Rules under a name are used by many others: what they give is found once. */
const named = new WeakMap<object, Kinds>();

function kindsOfNamed(rule: Rule, names: RuleNames): Kinds {
  if (typeof rule !== "object" || rule === null) return kindsOf(rule, names, false);
  if (!named.has(rule)) {
    // The compiler reports a rule that uses itself; its kind is unknown meanwhile.
    named.set(rule, undefined);
    named.set(rule, kindsOf(rule, names, false));
  }
  return named.get(rule);
}

function union(parts: readonly Kinds[]): Kinds {
  const all = new Set<Kind>();
  for (const part of parts) {
    if (part === undefined) return undefined;
    for (const kind of part) all.add(kind);
  }
  return all;
}
