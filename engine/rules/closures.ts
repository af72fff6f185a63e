import { isObject, type Json } from "../language/json.ts";
import { closest } from "../source/closest.ts";
import { ARITHMETIC } from "./arithmetic.ts";
import {
  closureOf,
  closureOfPredicate,
  nothing,
  predicateOf,
  type Closure,
  type Predicate,
} from "./closure.ts";
import {
  listedScalars,
  looseEquality,
  ordering,
  strictEquality,
  membership,
} from "./comparisons.ts";
import { compileMinorUnits } from "./minor-units.ts";
import { compileLookup } from "./lookup.ts";
import { plainText, plainValue } from "./plain-value.ts";
import { refuseName } from "./refuse-name.ts";
import { readOwn } from "./read-own.ts";
import { readPathOr } from "./read-path.ts";
import { addWeight, checkPath, compileArguments, nestedContext } from "./rule-context.ts";
import type { RuleContext } from "./rule-context.ts";
import { allHold, anyHolds } from "./all-and-any.ts";
import { truthy } from "./truthy.ts";

/** Makes the closure of one operator. `listed`: its argument was written as a list. */
export type ClosureMaker = (
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
  listed: boolean,
) => Closure;

/** The operators of JSON-logic, and those of Foyer that need more than evaluated arguments. */
export const CLOSURES: Readonly<Record<string, ClosureMaker>> = {
  var: compileVar,
  fact: compileFact,
  guard: compileNamed("guard"),
  value: compileNamed("value"),
  lookup: compileLookup,
  minorUnits: compileMinorUnits,
  if: compileIf,
  "?:": compileIf,
  and: joining(false),
  or: joining(true),
  default: joining(true),
  optional: unary((value) => (truthy(value) ? value : undefined)),
  "==": comparing((parts) => looseEquality(parts, false)),
  "!=": comparing((parts) => looseEquality(parts, true)),
  "===": comparing((parts) => strictEquality(parts, false)),
  "!==": comparing((parts) => strictEquality(parts, true)),
  "<": comparing((parts) => ordering(parts, (a, b) => a < b, true)),
  "<=": comparing((parts) => ordering(parts, (a, b) => a <= b, true)),
  ">": comparing((parts) => ordering(parts, (a, b) => a > b, false)),
  ">=": comparing((parts) => ordering(parts, (a, b) => a >= b, false)),
  "!": asking((holds) => (data, root) => !holds(data, root)),
  "!!": asking((holds) => holds),
  in: (args, context, pointer) =>
    membership(compileArguments(args, context, pointer), listedScalars(args[1])),
  cat: variadic((values) =>
    values.map((value) => (value === null || value === undefined ? "" : plainText(value))).join(""),
  ),
  merge: variadic((values) =>
    values.flatMap((value) => (Array.isArray(value) ? (value as Json[]) : [value ?? null])),
  ),
  ...Object.fromEntries(
    Object.entries(ARITHMETIC).map(([operator, compute]) => [operator, variadic(compute)]),
  ),
  missing: compileMissing,
  missing_some: compileMissingSome,
  filter: overList((list, each) => {
    const test = predicateOf(each);
    return closureOf(
      (data, root) => {
        const entries = list(data, root);
        return Array.isArray(entries) ? entries.filter((entry: Json) => test(entry, root)) : [];
      },
      {
        first: (data, root) => {
          const entries = list(data, root);
          if (!Array.isArray(entries)) return null;
          for (const entry of entries as Json[]) if (test(entry, root)) return entry;
          return null;
        },
      },
    );
  }),
  map: overList((list, each) => (data, root) => {
    const entries = list(data, root);
    return Array.isArray(entries) ? entries.map((entry: Json) => each(entry, root) ?? null) : [];
  }),
  all: quantified(
    (list, test, root) => list.length > 0 && list.every((entry) => test(entry, root)),
    false,
  ),
  some: quantified((list, test, root) => list.some((entry) => test(entry, root)), false),
  none: quantified((list, test, root) => !list.some((entry) => test(entry, root)), true),
  reduce: compileReduce,
  sortBy: compileSortBy,
};

/** `and` and `or`: the first part that is no, or that is yes, or the last. */
function joining(until: boolean): ClosureMaker {
  return (args, context, pointer) => {
    const parts = compileArguments(args, context, pointer);
    const tests = parts.map((part) => predicateOf(part));
    return closureOf(
      (data, root) => {
        let last: Json | undefined;
        for (const part of parts) {
          last = part(data, root);
          if (truthy(last) === until) return last;
        }
        return last;
      },
      { predicate: until ? anyHolds(tests) : allHold(tests) },
    );
  };
}

function compileVar(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const [path, fallback] = args;
  const otherwise =
    fallback === undefined
      ? nothing
      : context.compile(fallback, nestedContext(context), `${pointer}/1`);
  if (typeof path === "object" && path !== null) {
    const computed = context.compile(path, nestedContext(context), pointer);
    return (data, root) => {
      const wanted = computed(data, root);
      if (wanted === null || wanted === undefined || wanted === "") return data;
      const value = readOwn(data, plainText(wanted).split("."));
      return value === undefined ? otherwise(data, root) : value;
    };
  }
  if (path === undefined || path === null || path === "") return (data) => data;
  if (!checkPath(String(path), context, pointer)) return nothing;
  return readPathOr(String(path).split("."), otherwise);
}

/** `{ fact: path }` reads the facts at the root even inside `map`, `filter` and the like. */
function compileFact(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const path = String(args[0] ?? "");
  if (!checkPath(path, { ...context, scoped: false }, pointer)) return nothing;
  const read = readPathOr(path.split("."), nothing);
  const holds = predicateOf(read);
  return closureOf((_, root) => read(root, root), { predicate: (_, root) => holds(root, root) });
}

function compileNamed(kind: "guard" | "value"): ClosureMaker {
  return (args, context, pointer) => {
    const name = String(args[0] ?? "");
    const found = context.names[kind](name);
    if (found === undefined) {
      const { guardNames, valueNames } = context.names;
      return refuseName(
        context,
        pointer,
        `There is no ${kind} "${name}", or it uses itself`,
        closest(name, kind === "guard" ? guardNames : valueNames),
      );
    }
    for (const read of found.reads) {
      if (!context.names.path(read).known)
        context.report({
          code: "FLOW-RULE-PATH",
          severity: "error",
          message: `The ${kind} "${name}" reads "${read}", which rules cannot read here`,
          about: [name, read],
          pointer,
        });
      if (!context.reads.includes(read)) context.reads.push(read);
    }
    if (!addWeight(context, found.nodes, pointer)) return nothing;
    const { closure, predicate } = found;
    if (kind === "guard")
      return closureOfPredicate(context.scoped ? (_, root) => predicate(root, root) : predicate);
    return context.scoped
      ? closureOf((_, root) => closure(root, root), {
          predicate: (_, root) => predicate(root, root),
        })
      : closure;
  };
}

function compileIf(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const parts = compileArguments(args, context, pointer);
  const tests = parts.map((part) => predicateOf(part));
  /** The part that is the value; past the last one where none is. */
  const chosen: (data: Json | undefined, root: Json) => number = (data, root) => {
    let at = 0;
    for (; at < parts.length - 1; at += 2) if (tests[at]?.(data, root) === true) return at + 1;
    return at;
  };
  return closureOf(
    (data, root) => {
      const part = parts[chosen(data, root)];
      return part === undefined ? null : part(data, root);
    },
    { predicate: (data, root) => tests[chosen(data, root)]?.(data, root) === true },
  );
}

function compileMissing(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const parts = compileArguments(args, context, pointer);
  for (const arg of args.flat()) if (typeof arg === "string") checkPath(arg, context, pointer);
  return (data, root) =>
    missingOf(
      parts.map((part) => part(data, root) ?? null),
      data,
    );
}

function compileMissingSome(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const [need, options = nothing] = compileArguments(args, context, pointer);
  if (Array.isArray(args[1]))
    for (const arg of args[1]) if (typeof arg === "string") checkPath(arg, context, pointer);
  return (data, root) => {
    const paths = options(data, root) ?? null;
    if (paths === null) return [];
    const missing = missingOf(Array.isArray(paths) ? (paths as Json[]) : [paths], data);
    const count = Array.isArray(paths) || typeof paths === "string" ? paths.length : Number.NaN;
    const least = need === undefined ? Number.NaN : Number(plainValue(need(data, root)));
    return count - missing.length >= least ? [] : missing;
  };
}

/**
 * The keys that lead to nothing. Keys are paths, never rules; a list among them is a path and its
 * default.
 */
function missingOf(given: readonly Json[], data: Json | undefined): Json[] {
  const keys = Array.isArray(given[0]) ? (given[0] as readonly Json[]) : given;
  return keys.filter((key) => {
    const [path = null, otherwise = null] = Array.isArray(key) ? (key as readonly Json[]) : [key];
    const found = path === "" || path === null ? data : readOwn(data, plainText(path).split("."));
    const value = found === undefined ? otherwise : found;
    return value === null || value === "";
  });
}

function compileReduce(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const list =
    args[0] === undefined
      ? nothing
      : context.compile(args[0], nestedContext(context), `${pointer}/0`);
  const each =
    args[1] === undefined
      ? nothing
      : context.compile(args[1], nestedContext(context, true), `${pointer}/1`);
  const initial =
    args[2] === undefined
      ? nothing
      : context.compile(args[2], nestedContext(context), `${pointer}/2`);
  return (data, root) => {
    const entries = list(data, root);
    const start = initial(data, root) ?? null;
    if (!Array.isArray(entries)) return start;
    return (entries as Json[]).reduce<Json>(
      (accumulator, current) => each({ current, accumulator }, root) ?? null,
      start,
    );
  };
}

/**
 * `{ sortBy: [list, { rule, order? }, …] }`: by the first rule, ties by the next; `order` lists
 * values from first to last. Without it numbers come before texts, and missing values last.
 */
function compileSortBy(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const list =
    args[0] === undefined
      ? nothing
      : context.compile(args[0], nestedContext(context), `${pointer}/0`);
  const keys = args.slice(1).map((key, at) => {
    const spec = isObject(key) ? (key as Readonly<Record<string, Json>>) : {};
    const order = spec["order"];
    return {
      rank: context.compile(
        spec["rule"] ?? null,
        nestedContext(context, true),
        `${pointer}/${at + 1}/rule`,
      ),
      order: Array.isArray(order) ? (order as readonly Json[]) : undefined,
    };
  });
  const rank = (key: (typeof keys)[number], entry: Json, root: Json): Rank => {
    const value = key.rank(entry, root) ?? null;
    if (key.order === undefined)
      return typeof value === "number" || value === null ? value : plainText(value);
    const at = key.order.indexOf(value);
    return at < 0 ? key.order.length : at;
  };
  return (data, root) => {
    const entries = list(data, root);
    if (!Array.isArray(entries)) return [];
    return (entries as Json[]).toSorted((a, b) => {
      for (const key of keys) {
        const order = compareRanks(rank(key, a, root), rank(key, b, root));
        if (order !== 0) return order;
      }
      return 0;
    });
  };
}

/** The value that an entry is sorted by; null where it has none. */
type Rank = number | string | null;

/** Numbers come before texts, and entries without a value last. */
function compareRanks(left: Rank, right: Rank): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  if (typeof left !== typeof right) return typeof left === "number" ? -1 : 1;
  return left < right ? -1 : 1;
}

/** Operators over the elements of a list: its closure, and that of each element. */
function overList(make: (list: Closure, each: Closure) => Closure): ClosureMaker {
  return (args, context, pointer) => {
    const [list, each] = args;
    return make(
      list === undefined ? nothing : context.compile(list, nestedContext(context), `${pointer}/0`),
      each === undefined
        ? nothing
        : context.compile(each, nestedContext(context, true), `${pointer}/1`),
    );
  };
}

/** Whether some or all elements pass. `empty`: what holds where there is no list. */
function quantified(
  holds: (list: readonly Json[], test: Predicate, root: Json) => boolean,
  empty: boolean,
): ClosureMaker {
  return overList((list, each) => {
    const test = predicateOf(each);
    return closureOfPredicate((data, root) => {
      const entries = list(data, root);
      return Array.isArray(entries) ? holds(entries as Json[], test, root) : empty;
    });
  });
}

function comparing(make: (parts: readonly Closure[]) => Closure): ClosureMaker {
  return (args, context, pointer) => make(compileArguments(args, context, pointer));
}

function asking(make: (holds: Predicate) => Predicate): ClosureMaker {
  return (args, context, pointer) => {
    const [part = nothing] = compileArguments(args, context, pointer);
    return closureOfPredicate(make(predicateOf(part)));
  };
}

function unary(work: (value: Json | undefined) => Json | undefined): ClosureMaker {
  return (args, context, pointer) => {
    const [part = nothing] = compileArguments(args, context, pointer);
    return args.length === 0 ? () => work(undefined) : (data, root) => work(part(data, root));
  };
}

function variadic(work: (values: readonly (Json | undefined)[]) => Json): ClosureMaker {
  return (args, context, pointer) => {
    const parts = compileArguments(args, context, pointer);
    return (data, root) => work(parts.map((part) => part(data, root)));
  };
}
