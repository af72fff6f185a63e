import type { CompiledTimer, CompiledVariant } from "../compile/compiled-variant.ts";
import type { InputContext } from "../transition/input.ts";
import type { ApplicationState } from "../transition/state.ts";
import { timersRunning, withoutVisitor } from "../transition/timers.ts";

/** What another version means for one timer of an application. */
export interface TimerDifference {
  readonly timer: string;
  /** `begins`: it counts from the publish; `ends`: it fires no more; `changes`: at other times. */
  readonly change: "begins" | "ends" | "changes";
}

/** The timers of an application that run in one of two versions only, or at other times. */
export function compareTimers(
  was: CompiledVariant,
  is: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): readonly TimerDifference[] {
  if (was.timers.size === 0 && is.timers.size === 0) return [];
  const before = running(was, state, context);
  const after = running(is, state, context);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((timer): TimerDifference[] => {
    const [from, to] = [before.get(timer), after.get(timer)];
    if (from === undefined) return [{ timer, change: "begins" }];
    if (to === undefined) return [{ timer, change: "ends" }];
    return timesOf(from) === timesOf(to) ? [] : [{ timer, change: "changes" }];
  });
}

function running(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): ReadonlyMap<string, CompiledTimer> {
  const found = timersRunning(flow, state, withoutVisitor(flow, context));
  return new Map(found.map((timer) => [timer.id, timer]));
}

function timesOf({ definition: { after, every, since, zone, times } }: CompiledTimer): string {
  return JSON.stringify([after, every, since, zone, times]);
}
