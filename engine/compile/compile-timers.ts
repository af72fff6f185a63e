import type { FlowDefinition, TimerDefinition } from "../language/flow.ts";
import { parseCalendarTime } from "../rules/calendar.ts";
import { parseDuration } from "../rules/duration.ts";
import type { CompiledTimer } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** The words that `since` accepts beside a rule. */
export const SINCE_WORDS = ["begin", "change"] as const;

/** Compiles the timers of a flow, by id. */
export function compileTimers(
  { timers = {}, zone = "UTC" }: Pick<FlowDefinition, "timers" | "zone">,
  compiler: RuleCompiler,
): ReadonlyMap<string, CompiledTimer> {
  return new Map(
    Object.entries(timers).map(([id, definition]) => [
      id,
      compileTimer(id, definition, { compiler, zone }),
    ]),
  );
}

function compileTimer(
  id: string,
  definition: TimerDefinition,
  { compiler, zone: ofFlow }: { readonly compiler: RuleCompiler; readonly zone: string },
): CompiledTimer {
  const at = `/flow/timers/${id}`;
  const { since = "begin", every = "", after = "", zone = ofFlow } = definition;
  const word = SINCE_WORDS.find((each) => each === since);
  const time = parseCalendarTime(every);
  return {
    id,
    definition,
    when: compiler.condition(definition.when, `${at}/when`),
    since: word ?? compiler.rule(since, `${at}/since`, ["text"]) ?? "begin",
    afterMs: parseDuration(after),
    everyMs: parseDuration(every),
    calendar: time === undefined ? undefined : { time, zone },
    with: compiler.template(definition.with, `${at}/with`),
  };
}
