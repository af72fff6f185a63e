import type { TimerDefinition } from "../language/flow.ts";
import { parseCalendarTime } from "../rules/calendar.ts";
import { parseDuration } from "../rules/duration.ts";
import type { CompiledTimer } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** The words that `since` accepts beside a rule. */
export const SINCE_WORDS = ["begin", "change"] as const;

/** Compiles the timers of a flow, by id. */
export function compileTimers(
  timers: Readonly<Record<string, TimerDefinition>>,
  workshop: RuleCompiler,
): ReadonlyMap<string, CompiledTimer> {
  return new Map(
    Object.entries(timers).map(([id, definition]) => [id, compileTimer(id, definition, workshop)]),
  );
}

function compileTimer(
  id: string,
  definition: TimerDefinition,
  workshop: RuleCompiler,
): CompiledTimer {
  const at = `/flow/timers/${id}`;
  const { since = "begin", every = "", after = "", zone = "UTC" } = definition;
  const word = SINCE_WORDS.find((each) => each === since);
  const time = parseCalendarTime(every);
  return {
    id,
    definition,
    when: workshop.condition(definition.when, `${at}/when`),
    since: word ?? workshop.rule(since, `${at}/since`, ["text"]) ?? "begin",
    afterMs: parseDuration(after),
    everyMs: parseDuration(every),
    calendar: time === undefined ? undefined : { time, zone },
    with: workshop.template(definition.with, `${at}/with`),
  };
}
