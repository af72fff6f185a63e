import type { CompiledTimer, CompiledVariant } from "../compile/compiled-variant.ts";
import { nextCalendarTime } from "../rules/calendar.ts";
import { beganBy } from "./began-by.ts";
import { buildFacts, type Facts } from "./facts.ts";
import type { InputContext, JournalInput } from "./input.ts";
import { resolveResumption } from "./resolve-resumption.ts";
import type { ApplicationState } from "./state.ts";

/** A running timer of an application. Instants are ISO 8601. */
export interface RunningTimer {
  readonly id: string;
  /** Start of its time. */
  readonly since: string;
  /**
   * Its next time; absent: it has fired as often as it may, and stays until its condition no longer
   * holds.
   */
  readonly due?: string;
  /** Number of times it has fired. */
  readonly fired: number;
}

/** The step after which timers are set. */
export interface TimedStep {
  /** Undefined: no step, such as a new version. */
  readonly input: JournalInput | undefined;
  /** After the step. */
  readonly state: ApplicationState;
  readonly context: InputContext;
}

/**
 * The timers that run after a step: those whose screen and condition hold. A running timer keeps
 * its time; one whose `since` has changed begins anew; one that fired by this step waits for its
 * next time.
 */
export function timersAfter(
  flow: CompiledVariant,
  running: readonly RunningTimer[],
  { input, state, context: taken }: TimedStep,
): readonly RunningTimer[] {
  if (flow.timers.size === 0) return [];
  const context = withoutVisitor(flow, taken);
  const facts = buildFacts(flow, state, context);
  const byPerson = input !== undefined && isOfPerson(input);
  return timersRunning(flow, state, context).flatMap((timer): RunningTimer[] => {
    const known = running.find(({ id }) => id === timer.id);
    const since = sinceOf(timer, known, { facts, byPerson, now: context.now });
    if (since === undefined) return [];
    const kept = known?.since === since ? known : { id: timer.id, since, fired: 0 };
    const fires = input?.kind === "timer" && input.timer === timer.id && kept === known;
    const fired = kept.fired + (fires ? 1 : 0);
    const due = dueOf(timer, { ...kept, fired }, fires ? Date.parse(context.now) : undefined);
    return [
      {
        id: timer.id,
        since,
        ...(due === undefined ? {} : { due: new Date(due).toISOString() }),
        fired,
      },
    ];
  });
}

/** The context of a step without a visitor, at the same instant. */
export function withoutVisitor(
  flow: CompiledVariant,
  { now, variant, locale, uuids, providers }: InputContext,
): InputContext {
  return {
    now,
    variant,
    locale: flow.locales[0] ?? locale,
    signedIn: false,
    uuids,
    providers,
  };
}

/** The first due timer; at one instant, the one that the flow names first. */
export function dueTimer(running: readonly RunningTimer[], now: string): RunningTimer | undefined {
  let first: RunningTimer | undefined;
  for (const timer of running)
    if (timer.due !== undefined && timer.due <= now)
      if (first?.due === undefined || timer.due < first.due) first = timer;
  return first;
}

/** The earliest time of the timers; undefined without any. */
export function nextDue(running: readonly RunningTimer[]): string | undefined {
  return running.flatMap(({ due }) => due ?? []).toSorted()[0];
}

/**
 * Whether a timer of the flow runs in this state: the applicant's place is its screen, and its
 * condition holds.
 */
export function timerHolds(
  flow: CompiledVariant,
  id: string,
  state: ApplicationState,
  context: InputContext,
): boolean {
  return timersRunning(flow, state, context).some((timer) => timer.id === id);
}

/** The timers of the flow that run in this state. */
export function timersRunning(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): readonly CompiledTimer[] {
  const facts = buildFacts(flow, state, context);
  let place: string | undefined;
  const belongsOn = (screen: string) => {
    if (place === undefined) {
      const resolution = resolveResumption(flow, state, context);
      place = resolution.kind === "screen" ? resolution.screen : "";
    }
    return place === screen;
  };
  return [...flow.timers.values()].filter(
    ({ definition, when }) =>
      when?.test(facts) !== false &&
      (definition.screen === undefined || belongsOn(definition.screen)),
  );
}

/** The instant from which a timer counts; undefined where its rule gives none. */
function sinceOf(
  { since }: CompiledTimer,
  known: RunningTimer | undefined,
  {
    facts,
    byPerson,
    now,
  }: { readonly facts: Facts; readonly byPerson: boolean; readonly now: string },
): string | undefined {
  if (since === "begin") return known?.since ?? now;
  if (since === "change") return byPerson ? now : (known?.since ?? now);
  const value = since.evaluate(facts);
  const instant = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}

/**
 * The next time of a timer, in milliseconds since 1970.
 *
 * @param firedAt set when it has just fired: times that passed meanwhile are skipped
 */
function dueOf(
  { definition: { times }, afterMs, everyMs, calendar }: CompiledTimer,
  { since, due, fired }: RunningTimer,
  firedAt: number | undefined,
): number | undefined {
  const repeats = everyMs !== undefined || calendar !== undefined;
  if (fired >= (times ?? (repeats ? Infinity : 1))) return undefined;
  const from = Date.parse(since);
  if (fired === 0 && afterMs !== undefined) return from + afterMs;
  if (fired === 0 && everyMs !== undefined) return from + everyMs;
  if (fired > 0 && firedAt === undefined && due !== undefined) return Date.parse(due);
  const last = fired === 0 ? from : Math.max(firedAt ?? from, Date.parse(due ?? since));
  if (calendar !== undefined) return nextCalendarTime(calendar.time, calendar.zone, last);
  if (everyMs === undefined) return undefined;
  // Counted from the previous due time, so that it does not drift.
  const base = due === undefined ? from : Date.parse(due);
  return base + everyMs * Math.max(1, Math.floor((last - base) / everyMs) + 1);
}

function isOfPerson(input: JournalInput): boolean {
  // The journal records a change of version as an address without a path.
  if (input.kind === "open") return input.path !== "";
  const by = beganBy(input);
  return by === undefined || by.kind === "link";
}
