import { isObject, type Json } from "../../language/json.ts";
import { parseDuration } from "../../rules/duration.ts";
import { closest } from "../../source/closest.ts";
import type { TimerTime } from "./lower-match.ts";
import type { OperatorAt, RuleLowerer } from "./written-operators.ts";
import { membersWithin } from "../../rules/members.ts";

/**
 * Lowers `{ timer: NAME }`, the instant at which a timer fires for the first time: so long after
 * the instant that it counts from.
 *
 * Told of with FLOW-TIMER-INSTANT: a timer whose time is not known beforehand, since it counts from
 * when its condition began to hold or from the last step.
 */
export function timerRule(
  name: Json,
  at: OperatorAt,
  timers: ReadonlyMap<string, TimerTime>,
  lowerer: RuleLowerer,
): Json {
  const timer = typeof name === "string" ? timers.get(name) : undefined;
  if (timer === undefined) {
    const meant = typeof name === "string" ? closest(name, timers.keys()) : undefined;
    lowerer.places.report(`${at.source}/timer`, {
      code: "FLOW-NAME",
      message: `There is no timer ${JSON.stringify(name)}`,
      about: [String(name)],
      suggestion: meant,
    });
    return { absent: [] };
  }
  const ms = parseDuration(timer.after ?? "");
  const { since } = timer;
  if (!isObject(since) || countsFromTimer(since) || ms === undefined) {
    lowerer.places.report(at.source, {
      code: "FLOW-TIMER-INSTANT",
      message: `When the timer "${String(name)}" fires is not known beforehand: it has ${ms === undefined ? "no `after`" : "no `since` that is an instant of the state"}`,
      // An instant of the state that no timer counts from has no other use.
      about: [String(name), "state"],
      suggestion:
        ms === undefined
          ? "after: 30 days"
          : "since: { var: a path of the state that holds an instant }",
    });
    return { absent: [] };
  }
  lowerer.places.putGenerated(at.lowered, at.source);
  // Its place is that of the operator: a mistake in `since` is told at the timer.
  return { addMs: [lowerer.rule(since, at.source, at.lowered), ms] };
}

/** Whether a rule reads the time of a timer, which may be the one that asks. */
function countsFromTimer(rule: Json): boolean {
  return membersWithin(rule).some(([name]) => name === "timer");
}
