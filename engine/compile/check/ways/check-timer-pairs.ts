import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { Template } from "../../../language/rule.ts";
import { parseDuration } from "../../../rules/duration.ts";
import type { CompiledTimer, CompiledVariant } from "../../compiled-variant.ts";
import { membersWithin } from "../../../rules/members.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { ConditionContext } from "../conditions/condition-context.ts";
import { afterSets } from "../conditions/scopes.ts";
import { rowsAfter } from "../screens/screen-links.ts";

/**
 * Reports two timers that undo one another: each changes back what starts the other. Also reports
 * a timer that never fires, since another one always ends it first.
 */
export function checkTimerPairs({ flow, tree, reporter, conditions }: ConditionContext): void {
  const timers = [...flow.timers.values()].map((timer) => ({
    timer,
    sets: constantsOf(flow, timer),
    reads: timer.when === undefined ? [] : conditions.pathsOf({ all: timer.when.rule as Json }),
  }));
  const instants = instantsSet(tree);
  type Known = (typeof timers)[number];
  const starts = (one: Known, other: Known): boolean =>
    conditions.canHold([
      conditions.of(one.timer.definition.when, conditions.open),
      conditions.of(
        other.timer.definition.when,
        afterSets(conditions.open, one.sets, one.timer.id),
      ),
    ]);
  /** Whether a timer fires whenever another one runs, no later than that, and ends it. */
  const ends = (one: Known, other: Known): boolean => {
    const [wait, longer] = [waitOf(one.timer), waitOf(other.timer)];
    const { since = "begin", screen } = one.timer.definition;
    const later = other.timer.definition.since ?? "begin";
    const begun = instants.get(readOf(since) ?? "");
    // The time from the last step begins no earlier than that from when the condition held, and
    // either begins no earlier than an instant that one step alone sets to now.
    const isNoEarlier =
      JSON.stringify(since) === JSON.stringify(later) ||
      (since === "begin" && later === "change") ||
      (begun !== undefined && typeof later === "string");
    if (wait === undefined || longer === undefined || wait > longer || !isNoEarlier) return false;
    if (screen !== undefined || Object.keys(one.sets).length === 0) return false;
    // What is set together with the instant is there: without it neither timer has anything to do.
    const runs: Condition = {
      all: [
        conditions.of(other.timer.definition.when, conditions.open),
        ...(begun ?? []).map((path) => conditions.of({ "!!": { var: path } }, conditions.open)),
      ],
    };
    const isWithout = conditions.canHold([
      runs,
      { not: conditions.of(one.timer.definition.when, conditions.open) },
    ]);
    return !isWithout && conditions.canHold([runs]) && !starts(one, other);
  };
  for (const one of timers)
    for (const other of timers)
      if (one !== other && ends(one, other))
        reporter.at(`/flow/timers/${other.timer.id}`, {
          code: "FLOW-TIMER-NEVER",
          severity: "warning",
          message: `The timer "${other.timer.id}" never fires: "${one.timer.id}" fires before it and ends what it waits for`,
          suggestion: `a shorter time than that of "${one.timer.id}"`,
        });
  for (const [at, one] of timers.entries())
    for (const other of timers.slice(at + 1)) {
      const path = Object.keys(one.sets).find(
        (each) =>
          Object.hasOwn(other.sets, each) &&
          one.sets[each] !== other.sets[each] &&
          one.reads.includes(each) &&
          other.reads.includes(each),
      );
      if (path === undefined || !starts(one, other) || !starts(other, one)) continue;
      reporter.at(`/flow/timers/${other.timer.id}`, {
        code: "FLOW-TIMER-UNDONE",
        severity: "warning",
        message: `The timers "${one.timer.id}" and "${other.timer.id}" undo one another: each changes "${path}" back and so starts the other, without end`,
        suggestion: "a condition that only one of them changes, or times: 1",
      });
    }
}

/** The time after which a timer fires first, in milliseconds from its `since`. */
function waitOf({ definition: { after, every } }: CompiledTimer): number | undefined {
  return parseDuration(after ?? every ?? "");
}

/** The constants that a timer puts into the state. */
function constantsOf(
  flow: CompiledVariant,
  { definition }: CompiledTimer,
): Readonly<Record<string, Template>> {
  const sets = rowsAfter(flow, definition.then).flatMap((row) =>
    Object.entries(row.definition.set ?? {}),
  );
  return Object.fromEntries(
    sets.filter(([, value]) => typeof value !== "object" || value === null),
  );
}

/** The path that an instant is read from; undefined for a word or a rule. */
function readOf(since: unknown): string | undefined {
  const path = isObject(since as Json) ? (since as JsonObject)["var"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** Parts of the definitions that change the state. */
const WRITING = ["tables", "screens", "calls", "providers", "flow"] as const;

/**
 * Places that one `set` of the flow alone puts `now` into and nothing else changes, each with what
 * is set beside it.
 */
function instantsSet(tree: JsonObject): ReadonlyMap<string, readonly string[]> {
  const writes = new Map<string, number>();
  const found = new Map<string, readonly string[]>();
  for (const part of WRITING)
    for (const [name, sets] of membersWithin(tree[part] ?? null)) {
      if (name !== "set" || !isObject(sets)) continue;
      const paths = Object.entries(sets).flatMap(([path, value]) => (value === null ? [] : [path]));
      for (const path of paths) {
        writes.set(path, (writes.get(path) ?? 0) + 1);
        if (asObject(sets[path] ?? null)["var"] === "now")
          found.set(
            path,
            paths.filter((other) => !/[[{]/.test(other)),
          );
      }
    }
  return new Map([...found].filter(([path]) => writes.get(path) === 1));
}
