import { SCOPED_OPERATORS } from "../../../rules/signatures.ts";
import { savedFields } from "../../saved-fields.ts";
import { givenParts } from "../values/given-parts.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { asObject, asList, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { operationOf } from "../../../rules/kind-of.ts";
import { memoize } from "../../../language/memoize.ts";

/**
 * When something was or will be, in milliseconds from now: not before the first, not after the
 * second.
 */
interface Span {
  readonly from: number;
  readonly to: number;
}

const DAY_MS = 86_400_000;

/** How many days one of what an operator adds has at least and at most. */
const DAYS_OF: Readonly<Record<string, readonly [number, number]>> = {
  addDays: [1, 1],
  addMonths: [28, 31],
  addYears: [365, 366],
};

const NOW: Span = { from: 0, to: 0 };
const PAST: Span = { from: -Infinity, to: 0 };

/**
 * Reports instants and days that are compared the wrong way round. What only ever becomes `now`,
 * and a day that its field takes up to today alone, lie in the past: `{ before: [now, past] }` is
 * never so, and `{ yearsBetween: [today, past] }` never above 0.
 */
export function checkInstants({ flow, tree, reporter }: CheckContext): void {
  const past = pastPaths(flow, tree);
  const spanOf = (rule: Json | undefined): Span | undefined => {
    const operation = operationOf(rule);
    if (operation === undefined) return undefined;
    const { operator, args } = operation;
    const [first, second] = args;
    if (operator === "addMs" && typeof second === "number") {
      const span = spanOf(first);
      return span === undefined ? undefined : { from: span.from + second, to: span.to + second };
    }
    const days = typeof second === "number" ? DAYS_OF[operator] : undefined;
    if (days !== undefined && typeof second === "number") {
      const span = spanOf(first);
      const ends = days.map((each) => each * second * DAY_MS);
      return span === undefined
        ? undefined
        : { from: span.from + Math.min(...ends), to: span.to + Math.max(...ends) };
    }
    if ((operator !== "var" && operator !== "fact") || typeof first !== "string") return undefined;
    return first === "now" || first === "today" ? NOW : past.has(first) ? PAST : undefined;
  };
  const walk = (value: Json, pointer: string, scoped: boolean): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value) as [string, Json][]) {
      const at = childPointer(pointer, key);
      const args = asList(part);
      if ((key === "before" || key === "yearsBetween") && args.length === 2 && !scoped)
        checkOperands(key, args, at);
      args.forEach((arg, index) =>
        walk(arg, `${at}/${index}`, scoped || (SCOPED_OPERATORS.has(key) && index > 0)),
      );
      if (args.length === 0) walk(part, at, scoped);
    }
  };
  const checkOperands = (
    operator: "before" | "yearsBetween",
    args: readonly Json[],
    at: string,
  ) => {
    const [left, right] = args.map(spanOf);
    const same = JSON.stringify(args[0]) === JSON.stringify(args[1]);
    if (!same && (left === undefined || right === undefined || left.from < right.to)) return;
    reporter.at(at, {
      code: "FLOW-RULE-NEVER",
      message:
        operator === "before"
          ? `${named(args[0])} is never before ${named(args[1])}`
          : `There are never any years from ${named(args[0])} to ${named(args[1])}`,
      suggestion: same
        ? "two instants that differ"
        : `{ ${operator}: [${[...args].reverse().map(named).join(", ")}] }`,
    });
  };
  for (const part of Object.keys(tree)) {
    // Variants that differ in texts and theme alone share the result: these are not even read.
    if (part === "copy" || part === "theme") continue;
    const value = tree[part];
    for (const [name, entry] of Object.entries(asObject(value)))
      if (typeof entry === "object" && entry !== null && comparesInstants(entry))
        walk({ [name]: entry }, `/${part}`, false);
  }
}

/** Entries of the definitions by whether a rule in them compares instants. */
const comparesInstants = memoize((entry: object) =>
  /"(?:before|yearsBetween)":/.test(JSON.stringify(entry)),
);

/** An operand as people write it: its path, or the rule. */
function named(rule: Json | undefined): string {
  const operation = operationOf(rule);
  const [path] = operation?.args ?? [];
  return (operation?.operator === "var" || operation?.operator === "fact") &&
    typeof path === "string"
    ? path
    : JSON.stringify(rule ?? null);
}

/** Places of the state that the definitions only ever set to a past instant. */
function pastPaths(flow: CompiledVariant, tree: JsonObject): ReadonlySet<string> {
  const writes = new Map<string, boolean>();
  const add = (path: string, past: boolean) => {
    if (!path.includes("[") && !path.includes("{"))
      writes.set(path, past && writes.get(path) !== false);
  };
  const collect = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, part] of Object.entries(value) as [string, Json][]) {
      if (key === "set" && isObject(part))
        for (const [path, set] of Object.entries(part))
          for (const part of givenParts(set, { named: (name) => flow.values.get(name)?.rule }))
            if (part.gives !== "constant" || part.value !== null)
              add(
                [path, ...part.members].join("."),
                part.gives === "read" && (part.path === "now" || part.path === "today"),
              );
      collect(part);
    }
  };
  for (const part of ["tables", "screens", "calls", "providers", "flow"])
    collect(tree[part] ?? null);
  for (const { definition } of flow.entryParameters.values())
    for (const value of Object.values(definition)) if (typeof value === "string") add(value, false);
  for (const screen of flow.screens.values())
    for (const { field, place } of savedFields(flow, screen))
      add(place, asksForAnAge(field.format === undefined ? undefined : flow.formats[field.format]));
  return new Set([...writes].filter(([, past]) => past).map(([path]) => path));
}

/** Whether a format takes days up to today alone: it asks for an age. */
function asksForAnAge(format: Json | undefined): boolean {
  const checks = isObject(format) ? format["checks"] : undefined;
  return (
    Array.isArray(checks) &&
    checks.some(
      (check: Json) => isObject(check) && check["check"] === "age" && check["min"] !== undefined,
    )
  );
}
