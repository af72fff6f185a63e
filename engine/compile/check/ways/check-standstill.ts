import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { Reporter } from "../../reporter.ts";
import type { Condition } from "../conditions/condition-formula.ts";
import type { Conditions } from "../conditions/condition.ts";
import { describeExample } from "../conditions/describe-example.ts";
import { outsideWrites } from "./outside-writes.ts";
import type { ScreenWays } from "./screen-ways.ts";
import { mayChange } from "../conditions/scopes.ts";
import { StillWays, type StillAction } from "./still-ways.ts";
import type { WayContext } from "./way-context.ts";

/** Assignments that are tried to find an end row. */
const PRUNING = 60;

/** Assignments that are tried for a state. */
const STEPS = 1_000;

/** Choices that are followed from one screen. */
const CHOICES = 400;

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Screens that lead only to one another, and the state in which they do. */
interface Standstill {
  readonly screens: ReadonlySet<string>;
  readonly holds: readonly Condition[];
}

/**
 * Reports states that people cannot leave: every action of the screens there leads to another of
 * these screens, and nothing changes.
 */
export function checkStandstill(context: WayContext): void {
  const { flow, reporter, conditions, proof } = context;
  if (["FLOW-RESUME-OPEN", "FLOW-SCREEN-ENDLESS"].some((code) => reporter.has(code))) return;
  if (![...flow.screens.values()].some(({ definition: { kind } }) => kind === "outcome")) return;
  const search = new Search(context);
  // A proof takes long: it is the last question.
  const wordsOf = (
    holds: readonly Condition[],
    screen: CompiledScreen,
    question: string,
  ): string | undefined => {
    const example = conditions.example(holds, STEPS);
    if (example === undefined || search.mayChange(example.values.keys())) return undefined;
    const state = proof.stateOf(holds, STEPS);
    if (state?.doubt !== undefined)
      reporter.addQuestion(`/screens/${screen.id}`, { question, reason: state.doubt });
    return state === undefined || state.doubt !== undefined
      ? undefined
      : describeExample(state.example);
  };
  const reported = new Set<string>();
  for (const screen of flow.screens.values()) {
    const without = search.withoutAction(screen);
    const muted =
      without === undefined
        ? undefined
        : wordsOf(without, screen, `whether the screen "${screen.id}" always offers an action`);
    if (muted !== undefined) reportMute(reporter, screen, muted);
    if (reported.has(screen.id)) continue;
    const found = search.from(screen);
    if (search.isBounded)
      reporter.addQuestion(`/screens/${screen.id}`, {
        question: circleQuestion(screen),
        reason: `more than ${CHOICES} choices on the way`,
      });
    if (found === undefined || [...found.screens].some((each) => reported.has(each))) continue;
    const words = wordsOf(found.holds, screen, circleQuestion(screen));
    if (words === undefined) continue;
    for (const each of found.screens) reported.add(each);
    report(reporter, screen, { screens: found.screens, words });
  }
}

function circleQuestion({ id }: CompiledScreen): string {
  return `whether the screen "${id}" leads only back to itself in some state`;
}

function reportMute(reporter: Reporter, { id }: CompiledScreen, words: string): void {
  reporter.at(`/screens/${id}/actions`, {
    code: "FLOW-SCREEN-STUCK",
    severity: "warning",
    message: `${words === "" ? "In every state" : `Where ${words}`}, the screen "${id}" offers no action`,
    about: [id],
    suggestion: "an action for this state, or kind: outcome",
  });
}

function report(
  reporter: Reporter,
  { id }: CompiledScreen,
  { screens, words }: { readonly screens: ReadonlySet<string>; readonly words: string },
): void {
  const where = words === "" ? "In every state" : `Where ${words}`;
  const quoted = [...screens].map((each) => `"${each}"`);
  reporter.at(`/screens/${id}`, {
    code: "FLOW-SCREEN-CIRCLE",
    severity: "warning",
    message: `${where}, ${
      screens.size === 1
        ? `all that the screen "${id}" offers leads back to it`
        : `the screens ${LIST.format(quoted)} lead only to one another`
    }, and nothing changes`,
    suggestion: "an action that leads on in this state, or another condition",
  });
}

/** Looks for screens that lead only to one another in one state. */
class Search {
  private readonly still: StillWays;
  private readonly ways: ScreenWays;
  private readonly outside: ReadonlySet<string>;
  private choices = 0;

  /** Whether the latest search ended before it had tried every choice. */
  get isBounded(): boolean {
    return this.choices > CHOICES;
  }

  private readonly flow: CompiledVariant;
  private readonly conditions: Conditions;

  constructor({ flow, conditions, ways }: WayContext) {
    this.flow = flow;
    this.conditions = conditions;
    this.ways = ways;
    this.still = new StillWays(flow, conditions, ways);
    this.outside = outsideWrites(flow);
  }

  /** Whether something other than the visitor's steps may change one of these values. */
  mayChange(terms: Iterable<string>): boolean {
    for (const term of terms) {
      const rule = this.conditions.wholes.get(term)?.rule;
      for (const path of rule === undefined ? [term] : this.conditions.pathsOf(rule))
        if (path.startsWith("query") || [...this.outside].some((each) => mayChange(each, path)))
          return true;
    }
    return false;
  }

  /** What holds where a screen offers none of its actions; undefined where one is always there. */
  withoutAction(screen: CompiledScreen): readonly Condition[] | undefined {
    const actions = this.still.from(screen);
    if (actions === undefined || actions.some(({ when }) => when === true)) return undefined;
    const hidden = actions.map(({ when }): Condition => ({ not: when }));
    return actions.length === 0 ? undefined : [...this.begun(screen), ...hidden];
  }

  from(screen: CompiledScreen): Standstill | undefined {
    this.choices = 0;
    if (this.still.from(screen) === undefined) return undefined;
    return this.closed(new Set([screen.id]), [screen.id], this.begun(screen));
  }

  /** What holds where a screen is shown and no timer runs, since one may change everything. */
  private begun(screen: CompiledScreen): readonly Condition[] {
    const timers = [...this.flow.timers.values()].map(({ when }): Condition => ({
      not: this.conditions.of(when?.rule, this.conditions.open),
    }));
    return [...timers, this.ways.shown(screen)];
  }

  /** @param open screens of the set whose actions are still to be followed */
  private closed(
    screens: ReadonlySet<string>,
    [id, ...open]: readonly string[],
    holds: readonly Condition[],
  ): Standstill | undefined {
    if (id === undefined) return { screens, holds };
    const screen = this.flow.screens.get(id);
    const actions = screen === undefined ? undefined : this.still.from(screen);
    return actions === undefined
      ? undefined
      : this.followed(actions, { screens, open, holds, isOffered: false });
  }

  private followed(
    [action, ...rest]: readonly StillAction[],
    known: Standstill & { readonly open: readonly string[]; readonly isOffered: boolean },
  ): Standstill | undefined {
    const { screens, open, holds, isOffered } = known;
    if (++this.choices > CHOICES || !this.conditions.canHold(holds, PRUNING)) return undefined;
    if (action === undefined) return isOffered ? this.closed(screens, open, holds) : undefined;
    for (const way of action.ways) {
      const isNew = !screens.has(way.to);
      const found = this.followed(rest, {
        screens: isNew ? new Set([...screens, way.to]) : screens,
        open: isNew ? [...open, way.to] : open,
        holds: [...holds, action.when, ...way.holds],
        isOffered: true,
      });
      if (found !== undefined) return found;
    }
    return action.when === true
      ? undefined
      : this.followed(rest, { ...known, holds: [...holds, { not: action.when }] });
  }
}
