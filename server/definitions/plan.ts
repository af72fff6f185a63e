import { variantName } from "../../engine/compile/variant-name.ts";
import type { Variant } from "../../engine/language/variant.ts";
import { completeVariant, fallbackLocale } from "../../engine/language/axes.ts";
import type { InputContext } from "../../engine/transition/input.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import {
  compareJourneys,
  comparePlaces,
  validatesDifferently,
  newlyInvalidated,
  type Difference,
  type Place,
} from "../../engine/tools/compare-places.ts";
import { compareTimers, type TimerDifference } from "../../engine/tools/compare-timers.ts";
import type { ApplicationSnapshot } from "../storage/repositories/applications.ts";

/** Applications or fixtures whose paths differ at the same two rules. */
export interface PlanGroup {
  readonly from: Place;
  readonly to: Place;
  readonly count: number;
  /** At most three. */
  readonly examples: readonly string[];
}

/** The differences between two versions. */
export interface Plan {
  readonly fixtures: { readonly played: number; readonly groups: readonly PlanGroup[] };
  readonly applications: {
    readonly inFlight: number;
    readonly finished: number;
    readonly unaffected: number;
    readonly groups: readonly PlanGroup[];
    /** Answers that the new version refuses, under the policy re-ask. */
    readonly askedAgain: readonly {
      readonly path: string;
      readonly count: number;
      readonly examples: readonly string[];
    }[];
    /** Timers that begin, end or fire at other times with the new version. */
    readonly timers: readonly (TimerDifference & {
      readonly count: number;
      readonly examples: readonly string[];
    })[];
    /** Applications whose variant the new version does not have: they stay on their version. */
    readonly stuck: { readonly count: number; readonly examples: readonly string[] };
  };
}

const EXAMPLES = 3;

/** Counts by name, with a few examples. */
class Tally<T> {
  readonly found = new Map<
    string,
    { readonly what: T; count: number; readonly examples: string[] }
  >();

  add(name: string, what: T, example: string): void {
    const entry = this.found.get(name) ?? { what, count: 0, examples: [] };
    entry.count++;
    if (entry.examples.length < EXAMPLES) entry.examples.push(example);
    this.found.set(name, entry);
  }

  list() {
    return [...this.found.values()].toSorted((a, b) => b.count - a.count);
  }
}

/**
 * Resolves applications and fixtures in two versions of a flow. Add the applications, then ask for
 * the plan.
 */
export class Planner {
  private readonly groups = new Tally<Difference>();
  private readonly asked = new Tally<string>();
  private readonly stuck = new Tally<undefined>();
  private readonly timers = new Tally<TimerDifference>();
  private readonly pairs = new Map<string, Pair | undefined>();
  private inFlight = 0;
  private finished = 0;
  private affected = 0;

  constructor(
    private readonly before: CompiledFlow,
    private readonly after: CompiledFlow,
    private readonly environment: string,
    private readonly now: string,
  ) {}

  /** Adds one application. */
  take({ id, variant, state }: ApplicationSnapshot): void {
    const name = variantName({ ...variant, environment: this.environment });
    if (!this.pairs.has(name))
      this.pairs.set(name, this.pair({ ...variant, environment: this.environment }));
    const pair = this.pairs.get(name);
    if (pair === undefined) {
      this.inFlight++;
      this.affected++;
      this.stuck.add("", undefined, id);
      return;
    }
    const { was, is, context, revalidates } = pair;
    if (was.finished?.test(buildFacts(was, state, context)) === true) {
      this.finished++;
      return;
    }
    this.inFlight++;
    const difference = comparePlaces(was, is, state, context);
    if (difference !== undefined) this.groups.add(nameOf(difference), difference, id);
    const asked = revalidates ? newlyInvalidated(was, is, state, context) : [];
    for (const path of asked) this.asked.add(path, path, id);
    const timers = compareTimers(was, is, state, context);
    for (const timer of timers) this.timers.add(`${timer.timer} ${timer.change}`, timer, id);
    if (difference !== undefined || asked.length > 0 || timers.length > 0) this.affected++;
  }

  plan(): Plan {
    const journeys = new Tally<Difference>();
    const named = new Map(
      [...this.before.fixtures, ...this.after.fixtures].map((fixture) => [
        fixture.fixture,
        fixture,
      ]),
    );
    for (const [name, fixture] of named) {
      const { locale: _, ...given } = fixture.given.variant ?? {};
      const variant = { ...given, environment: given.environment ?? this.environment };
      if (![this.before, this.after].every((flow) => has(flow, variant))) continue;
      const difference = compareJourneys(this.before, this.after, fixture);
      if (difference !== undefined) journeys.add(nameOf(difference), difference, name);
    }
    const [stuck] = this.stuck.list();
    return {
      fixtures: { played: named.size, groups: groupsOf(journeys) },
      applications: {
        inFlight: this.inFlight,
        finished: this.finished,
        unaffected: this.inFlight - this.affected,
        groups: groupsOf(this.groups),
        askedAgain: this.asked
          .list()
          .map(({ what: path, count, examples }) => ({ path, count, examples })),
        timers: this.timers
          .list()
          .map(({ what, count, examples }) => ({ ...what, count, examples })),
        stuck: { count: stuck?.count ?? 0, examples: stuck?.examples ?? [] },
      },
    };
  }

  private pair(variant: InputContext["variant"]): Pair | undefined {
    if (![this.before, this.after].every((flow) => has(flow, variant))) return undefined;
    const [was, is] = [this.before.variant(variant), this.after.variant(variant)];
    const context: InputContext = {
      now: this.now,
      variant,
      locale: was.locales[0] ?? fallbackLocale(was.definition),
      signedIn: true,
      access: "ok",
      uuids: [],
    };
    return { was, is, context, revalidates: validatesDifferently(was, is) };
  }
}

interface Pair {
  readonly was: CompiledVariant;
  readonly is: CompiledVariant;
  readonly context: InputContext;
  /** True where the two versions may validate answers differently. */
  readonly revalidates: boolean;
}

function has({ definition }: CompiledFlow, variant: Variant): boolean {
  return completeVariant(definition, variant) !== undefined;
}

function nameOf({ from, to }: Difference): string {
  return JSON.stringify([
    from.because,
    from.screen,
    from.notices,
    to.because,
    to.screen,
    to.notices,
  ]);
}

function groupsOf(tally: Tally<Difference>): readonly PlanGroup[] {
  return tally.list().map(({ what, count, examples }) => ({ ...what, count, examples }));
}
