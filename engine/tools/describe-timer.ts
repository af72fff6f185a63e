import type { TimerDefinition } from "../language/flow.ts";
import { describeRule, type RuleDescriptions } from "../rules/describe-rule.ts";

/** The times of a timer as a plain phrase: `7 days after the last step of a person, 3 times`. */
export function describeTimer(
  { since = "begin", after, every, zone, times }: TimerDefinition,
  known: RuleDescriptions,
): string {
  const start =
    since === "begin"
      ? "its condition began to hold"
      : since === "change"
        ? "the last step of a person"
        : describeRule(since, known);
  const on = zone === undefined ? "" : ` in ${zone}`;
  return [
    after === undefined ? undefined : `${after} after ${start}`,
    every === undefined
      ? undefined
      : `${after === undefined ? "" : "then "}every ${every}${on}${after === undefined && zone === undefined ? ` after ${start}` : ""}`,
    times === undefined
      ? undefined
      : `${times} times at most${since === "begin" ? "" : ", counted anew each time that begins again"}`,
  ]
    .filter((part) => part !== undefined)
    .join(", ");
}
