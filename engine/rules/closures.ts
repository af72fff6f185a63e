import jsonLogic from "json-logic-js";
import { isObject, type Json } from "../language/json.ts";
import { closest } from "../source/closest.ts";
import { compileLookup } from "./lookup.ts";
import { plainText, plainValue } from "./plain-value.ts";
import { readOwn } from "./read-own.ts";
import {
  checkPath,
  compileArguments,
  nestedContext,
  addWeight,
  type Closure,
  type RuleContext,
} from "./rule-context.ts";
import { truthy } from "./truthy.ts";

/** Makes the closure of one operator. `listed`: its argument was written as a list. */
export type ClosureMaker = (
  args: readonly Json[],
  context: RuleContext,
  pointer: string,
  listed: boolean,
) => Closure;

const nothing: Closure = () => null;

/** The operators of JSON-logic, and those of Foyer that need more than evaluated arguments. */
export const CLOSURES: Readonly<Record<string, ClosureMaker>> = {
  var: compileVar,
  fact: compileFact,
  guard: compileNamed("guard"),
  value: compileNamed("value"),
  lookup: compileLookup,
  if: compileIf,
  "?:": compileIf,
  and: (args, context, pointer) => {
    const parts = compileArguments(args, context, pointer);
    return (data, root) => {
      let last: Json | undefined;
      for (const part of parts) {
        last = part(data, root);
        if (!truthy(last)) return last;
      }
      return last;
    };
  },
  or: compileOr,
  default: compileOr,
  optional: unary((value) => (truthy(value) ? value : undefined)),
  "==": comparing((a, b) => looselyEqual(a, b)),
  "!=": comparing((a, b) => !looselyEqual(a, b)),
  "===": comparing((a, b) => a === b),
  "!==": comparing((a, b) => a !== b),
  "<": ordered((a, b) => a < b),
  "<=": ordered((a, b) => a <= b),
  ">": comparing((a, b) => (plainValue(a) as number) > (plainValue(b) as number)),
  ">=": comparing((a, b) => (plainValue(a) as number) >= (plainValue(b) as number)),
  "!": unary((value) => !truthy(value)),
  "!!": unary((value) => truthy(value)),
  in: (args, context, pointer) => {
    const [needle = nothing, hay = nothing] = compileArguments(args, context, pointer);
    return (data, root) => {
      const wanted = needle(data, root);
      const within = hay(data, root);
      if (typeof within === "string") return within !== "" && within.includes(plainText(wanted));
      // oxlint-disable-next-line unicorn/prefer-includes -- `includes` finds NaN, JSON-logic does not
      return Array.isArray(within) && (within as Json[]).indexOf(wanted as Json) >= 0;
    };
  },
  cat: variadic((values) =>
    values.map((value) => (value === null || value === undefined ? "" : plainText(value))).join(""),
  ),
  merge: variadic((values) =>
    values.flatMap((value) => (Array.isArray(value) ? (value as Json[]) : [value ?? null])),
  ),
  "+": numeric("+"),
  "-": numeric("-"),
  "*": numeric("*"),
  "/": numeric("/"),
  "%": numeric("%"),
  min: numeric("min"),
  max: numeric("max"),
  substr: numeric("substr"),
  missing: compileMissing,
  missing_some: compileMissingSome,
  filter: overList((list, test) => list.filter((entry) => truthy(test(entry)))),
  map: overList((list, each) => list.map((entry) => each(entry) ?? null)),
  all: overList(
    (list, test) => list.length > 0 && list.every((entry) => truthy(test(entry))),
    false,
  ),
  some: overList((list, test) => list.some((entry) => truthy(test(entry))), false),
  none: overList((list, test) => !list.some((entry) => truthy(test(entry))), true),
  reduce: compileReduce,
  sortBy: compileSortBy,
};

/** The first part that is there, or the last. */
function compileOr(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const parts = compileArguments(args, context, pointer);
  return (data, root) => {
    let last: Json | undefined;
    for (const part of parts) {
      last = part(data, root);
      if (truthy(last)) return last;
    }
    return last;
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
  const segments = String(path).split(".");
  const [only] = segments;
  if (segments.length === 1 && only !== undefined) {
    return (data, root) => {
      const value =
        typeof data === "object" && data !== null
          ? Object.hasOwn(data, only)
            ? (data as Readonly<Record<string, Json>>)[only]
            : undefined
          : readOwn(data, segments);
      return value === undefined ? otherwise(data, root) : value;
    };
  }
  return (data, root) => {
    const value = readOwn(data, segments);
    return value === undefined ? otherwise(data, root) : value;
  };
}

/** `{ fact: path }` reads the facts at the root even inside `map`, `filter` and the like. */
function compileFact(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const path = String(args[0] ?? "");
  if (!checkPath(path, { ...context, scoped: false }, pointer)) return nothing;
  const segments = path.split(".");
  return (_, root) => readOwn(root, segments) ?? null;
}

function compileNamed(kind: "guard" | "value"): ClosureMaker {
  return (args, context, pointer) => {
    const name = String(args[0] ?? "");
    const found = context.names[kind](name);
    if (found === undefined) {
      const suggestion = closest(
        name,
        kind === "guard" ? context.names.guardNames : context.names.valueNames,
      );
      const message = `There is no ${kind} "${name}", or it uses itself`;
      context.report({
        code: "FLOW-RULE-NAME",
        severity: "error",
        message,
        pointer,
        suggestion,
      });
      return nothing;
    }
    for (const read of found.reads) {
      if (!context.names.path(read).known)
        context.report({
          code: "FLOW-RULE-PATH",
          severity: "error",
          message: `The ${kind} "${name}" reads "${read}", which rules cannot read here`,
          pointer,
        });
      if (!context.reads.includes(read)) context.reads.push(read);
    }
    if (!addWeight(context, found.nodes, pointer)) return nothing;
    return kind === "guard"
      ? (_, root) => truthy(found.closure(root, root))
      : (_, root) => found.closure(root, root);
  };
}

function compileIf(args: readonly Json[], context: RuleContext, pointer: string): Closure {
  const parts = compileArguments(args, context, pointer);
  return (data, root) => {
    let at = 0;
    for (; at < parts.length - 1; at += 2)
      if (truthy(parts[at]?.(data, root))) return parts[at + 1]?.(data, root);
    return at === parts.length - 1 ? parts[at]?.(data, root) : null;
  };
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
    const asked = options(data, root) ?? null;
    if (asked === null) return [];
    const missing = missingOf(Array.isArray(asked) ? (asked as Json[]) : [asked], data);
    const count = Array.isArray(asked) || typeof asked === "string" ? asked.length : Number.NaN;
    const least = need === undefined ? Number.NaN : Number(plainValue(need(data, root)));
    return count - missing.length >= least ? [] : missing;
  };
}

/** Which of some keys lead to nothing. Keys are paths, never rules; a list among them is a path and what stands in for it. */
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

/** `{ sortBy: [list, { rule, order? }, …] }`: by the first rule, ties by the next; `order` lists values from first to last. */
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
  const rank = (key: (typeof keys)[number], entry: Json, root: Json): number | string => {
    const value = key.rank(entry, root) ?? null;
    if (key.order === undefined) return typeof value === "number" ? value : plainText(value);
    const at = key.order.indexOf(value);
    return at < 0 ? key.order.length : at;
  };
  return (data, root) => {
    const entries = list(data, root);
    if (!Array.isArray(entries)) return [];
    return (entries as Json[]).toSorted((a, b) => {
      for (const key of keys) {
        const [left, right] = [rank(key, a, root), rank(key, b, root)];
        if (left < right) return -1;
        if (left > right) return 1;
      }
      return 0;
    });
  };
}

function overList(
  work: (list: readonly Json[], each: (entry: Json) => Json | undefined) => Json,
  empty?: boolean,
): ClosureMaker {
  return (args, context, pointer) => {
    const list =
      args[0] === undefined
        ? nothing
        : context.compile(args[0], nestedContext(context), `${pointer}/0`);
    const each =
      args[1] === undefined
        ? nothing
        : context.compile(args[1], nestedContext(context, true), `${pointer}/1`);
    return (data, root) => {
      const entries = list(data, root);
      return Array.isArray(entries)
        ? work(entries as Json[], (entry) => each(entry, root))
        : (empty ?? []);
    };
  };
}

function comparing(compare: (a: Json | undefined, b: Json | undefined) => boolean): ClosureMaker {
  return (args, context, pointer) => {
    const parts = compileArguments(args, context, pointer);
    const [left, right] = parts;
    const missing = () => undefined;
    return (data, root) => compare((left ?? missing)(data, root), (right ?? missing)(data, root));
  };
}

function ordered(compare: (a: number, b: number) => boolean): ClosureMaker {
  return (args, context, pointer) => {
    const parts = compileArguments(args, context, pointer);
    return (data, root) => {
      const [a, b, c] = parts.map((part) => part(data, root));
      return (
        compare(plainValue(a) as number, plainValue(b) as number) &&
        (c === undefined || compare(plainValue(b) as number, plainValue(c) as number))
      );
    };
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

/** `==` of JavaScript: two lists or objects are equal when they are one and the same, and nothing of theirs is called. */
function looselyEqual(a: Json | undefined, b: Json | undefined): boolean {
  const both = typeof a === "object" && a !== null && typeof b === "object" && b !== null;
  return both ? a === b : plainValue(a) == plainValue(b);
}

/**
 * Leaves arithmetic and `substr` to json-logic-js, so that their meaning is not written twice. json-logic-js evaluates
 * every object that it is handed, also one inside a list. Lists and objects become texts first, as its operators would
 * convert them, so that it is handed plain values alone and data is never evaluated.
 */
function numeric(operator: string): ClosureMaker {
  return variadic((values) => {
    // json-logic-js gives back a single factor as it is, and fails without any.
    if (operator === "*" && values.length < 2) return values[0] ?? null;
    const result: unknown = jsonLogic.apply({ [operator]: values.map(plainValue) } as never);
    return result as Json;
  });
}
