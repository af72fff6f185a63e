import { overlaps } from "../../../rules/state-path.ts";
import type { CheckContext } from "../run/check-context.ts";
import { isTimeZone } from "../../../rules/calendar.ts";
import { parseDuration } from "../../../rules/duration.ts";
import { isObject } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import type { CompiledTimer, CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";
import { SINCE_WORDS } from "../../compile-timers.ts";
import { Conditions } from "../conditions/condition.ts";
import { durationMistake } from "./duration-mistake.ts";
import { PRESS_ROOTS } from "../conditions/scopes.ts";

/** Longest time that a timer may wait, in milliseconds: ten years. */
const LONGEST_MS = 10 * 366 * 86_400_000;

/** Shortest time between two firings of one timer, in milliseconds. */
const SHORTEST_MS = 60_000;

/** Reports timers that never fire, and times that are no durations. */
export function checkTimers({ flow, reporter }: CheckContext): void {
  const conditions = new Conditions(flow);
  checkZone(flow.definition.zone, "/flow/zone", reporter);
  for (const timer of flow.timers.values()) {
    const at = `/flow/timers/${timer.id}`;
    const { definition } = timer;
    checkTimes(timer, at, { flow, reporter });
    checkSince(timer, at, reporter);
    checkPrivacy(timer, flow, reporter);
    checkReads(timer, at, reporter);
    if (!conditions.canHold([conditions.of(definition.when, conditions.open)]))
      reporter.at(`${at}/when`, {
        code: "FLOW-TIMER-NEVER",
        message: `The timer "${timer.id}" never fires: its condition never holds`,
      });
    if (
      definition.screen !== undefined &&
      flow.screens.get(definition.screen)?.definition.public === true
    )
      reporter.at(`${at}/screen`, {
        code: "FLOW-TIMER-NEVER",
        message: `The timer "${timer.id}" never fires: the screen "${definition.screen}" belongs to no application`,
      });
  }
}

function checkZone(zone: string | undefined, at: string, reporter: Reporter): void {
  if (zone === undefined || isTimeZone(zone)) return;
  const suggestion = closest(zone, Intl.supportedValuesOf("timeZone"));
  reporter.at(at, {
    code: "FLOW-TIMER-ZONE",
    message: `There is no time zone "${zone}"`,
    suggestion,
  });
}

function checkTimes(
  { id, definition, calendar }: CompiledTimer,
  at: string,
  { flow, reporter }: Pick<CheckContext, "flow" | "reporter">,
) {
  const { after, every, zone, times } = definition;
  if (after === undefined && every === undefined)
    reporter.at(at, {
      code: "FLOW-TIMER-TIME",
      message: `The timer "${id}" says neither after what time nor how often it fires`,
      about: [id],
      suggestion: "after: 7 days",
    });
  checkDuration(after, { id, at: `${at}/after`, least: 1 }, reporter);
  if (calendar === undefined)
    checkDuration(every, { id, at: `${at}/every`, least: SHORTEST_MS, days: true }, reporter);
  if (calendar !== undefined && zone === undefined && flow.definition.zone === undefined)
    reporter.at(`${at}/every`, {
      code: "FLOW-TIMER-ZONE",
      message: `The timer "${id}" fires at a time of day and does not say in which time zone`,
      suggestion: "zone: America/Toronto",
    });
  // An interval that cannot be read may be meant as a time of day.
  const isInterval = every === undefined || parseDuration(every) !== undefined;
  if (zone !== undefined && calendar === undefined && isInterval)
    reporter.at(`${at}/zone`, {
      code: "FLOW-TIMER-ZONE",
      message: `The timer "${id}" fires at no time of day: a time zone changes nothing`,
    });
  checkZone(zone, `${at}/zone`, reporter);
  if (times !== undefined && times > 1 && every === undefined)
    reporter.at(`${at}/times`, {
      code: "FLOW-TIMER-TIME",
      message: `The timer "${id}" fires ${times} times and does not say how often`,
      about: [id],
      suggestion: "every: 7 days",
    });
}

function checkDuration(
  text: string | undefined,
  {
    id,
    at,
    least,
    days = false,
  }: { readonly id: string; readonly at: string; readonly least: number; readonly days?: boolean },
  reporter: Reporter,
): void {
  if (text === undefined) return;
  const ms = parseDuration(text);
  if (ms === undefined)
    reporter.at(at, {
      code: "FLOW-TIMER-TIME",
      about: [id],
      ...durationMistake(text, days),
    });
  else if (ms < least || ms > LONGEST_MS)
    reporter.at(at, {
      code: "FLOW-TIMER-TIME",
      message:
        ms === 0
          ? `The time of the timer is zero: what happens at once belongs into the step's own table`
          : ms < least
            ? `"${text}" is shorter than the shortest time, 1 minute`
            : `"${text}" is longer than the longest time, ten years`,
      about: [id],
      suggestion: "7 days",
    });
}

/** Facts that no timer has: it fires without a page, a press or an answer. */
const UNKNOWN_TO_TIMERS = ["query", "params", "screen", "requested", ...PRESS_ROOTS];

function checkReads({ id, when, since }: CompiledTimer, at: string, reporter: Reporter): void {
  const rules = { when, since: typeof since === "string" ? undefined : since };
  for (const [member, rule] of Object.entries(rules)) {
    const read = rule?.reads.find((path) => UNKNOWN_TO_TIMERS.includes(path.split(".")[0] ?? path));
    if (read !== undefined)
      reporter.at(`${at}/${member}`, {
        code: "FLOW-TIMER-READS",
        message: `The timer "${id}" reads "${read}", and fires without a page and without an answer`,
        suggestion: "a value of the state, which a step has set",
      });
  }
}

/**
 * Reports a `since` that reads personal values. The times of timers are saved unsealed, so that any
 * node finds those that are due: nothing personal may show in them.
 */
function checkPrivacy(
  { id, since }: CompiledTimer,
  { pii }: CompiledVariant,
  reporter: Reporter,
): void {
  if (typeof since === "string") return;
  const found = since.reads.find((read) => pii.some(({ path }) => overlaps(read, path)));
  if (found !== undefined)
    reporter.at(`/flow/timers/${id}/since`, {
      code: "FLOW-TIMER-SINCE",
      message: `The timer "${id}" is counted from "${found}", which is personal: its time would tell it`,
      about: [id, found],
      suggestion: "an instant that a step has set",
    });
}

/**
 * Reports a `since` that is neither a word of SINCE_WORDS nor an instant of the state. With `now`
 * the time would begin anew at every step.
 */
function checkSince({ id, definition: { since } }: CompiledTimer, at: string, reporter: Reporter) {
  if (since === undefined || SINCE_WORDS.some((word) => word === since)) return;
  const now = isObject(since) && (since["var"] === "now" || since["var"] === "today");
  if (isObject(since) && !now) return;
  const suggestion = now
    ? "change"
    : (closest(String(since), SINCE_WORDS) ?? "{ var: a path of the state that holds an instant }");
  reporter.at(`${at}/since`, {
    code: "FLOW-TIMER-SINCE",
    message: now
      ? `The timer "${id}" never fires: its time begins anew at every step`
      : `${JSON.stringify(since)} is no instant`,
    about: [id],
    suggestion,
  });
}
