import { TEST_ENVIRONMENT } from "../../engine/language/environments.ts";
import { variantName } from "../../engine/compile/variant-name.ts";
import type { Variant } from "../../engine/language/variant.ts";
import { completeVariant, fallbackLocale } from "../../engine/language/axes.ts";
import type { InputContext } from "../../engine/transition/input.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import {
  compareJourneys,
  compareResumptions,
  validatesDifferently,
  newlyInvalidated,
  type PageDifference,
  type ReachedPage,
} from "../../engine/tools/compare-versions.ts";
import type { FixtureResult } from "../../engine/fixtures/fixture-result.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import {
  keptChoices,
  unofferedChoices,
  type UnofferedChoice,
} from "../../engine/tools/unoffered-choices.ts";
import { valuesAt } from "../../engine/rules/values-at.ts";
import { compareTimers, type TimerDifference } from "../../engine/tools/compare-timers.ts";
import type { ApplicationSnapshot } from "../storage/repositories/applications.ts";

/** Applications or fixtures whose paths differ at the same two rules. */
export interface PlanGroup {
  readonly from: ReachedPage;
  readonly to: ReachedPage;
  readonly count: number;
  /** At most three. */
  readonly examples: readonly string[];
}

/** The differences between two versions. */
export interface Plan {
  readonly fixtures: {
    /** Those that both versions have alike, or the earlier one alone. */
    readonly played: number;
    readonly groups: readonly PlanGroup[];
    /** Those that are new or were edited: the earlier version says nothing of them. */
    readonly edited: number;
    /** Names of those that do not hold on the new version, which keeps it from being published. */
    readonly failing: readonly string[];
  };
  readonly applications: {
    readonly inFlight: number;
    /** Of those, applications that go on with an earlier version than the live one. */
    readonly pinned: number;
    readonly finished: number;
    readonly unaffected: number;
    readonly groups: readonly PlanGroup[];
    /** Answers that the new version refuses, under the policy re-ask. */
    readonly askedAgain: readonly {
      readonly path: string;
      readonly count: number;
      readonly examples: readonly string[];
    }[];
    /** Answers that the new version does not offer as a choice any more, and that `move` keeps. */
    readonly unoffered: readonly (UnofferedChoice & {
      readonly count: number;
      /** Of those, applications that are finished. */
      readonly finished: number;
      readonly examples: readonly string[];
    })[];
    /** Places that are personal from the new version on, and whose values were saved unsealed. */
    readonly newlyPrivate: readonly {
      readonly path: string;
      readonly count: number;
      readonly examples: readonly string[];
    }[];
    /** Timers that begin, end or fire at other times with the new version. */
    readonly timers: readonly (TimerDifference & {
      readonly count: number;
      readonly examples: readonly string[];
    })[];
    /** Applications whose variant one of the versions does not have: they stay on their version. */
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

/** The versions that a plan compares. */
export interface PlannedVersions {
  readonly before: CompiledFlow;
  readonly after: CompiledFlow;
  /** Earlier versions by hash, where their applications are pinned to them. */
  readonly pinned?: ReadonlyMap<string, CompiledFlow>;
}

/**
 * Resolves applications and fixtures in two versions of a flow. Add the applications, then ask for
 * the plan.
 */
export class Planner {
  private readonly groups = new Tally<PageDifference>();
  private readonly askedAgain = new Tally<string>();
  private readonly stuck = new Tally<undefined>();
  private readonly timers = new Tally<TimerDifference>();
  private readonly newlyPrivate = new Tally<string>();
  private readonly unoffered = new Tally<UnofferedChoice>();
  private readonly unofferedFinished = new Tally<UnofferedChoice>();
  private readonly pairs = new Map<string, Pair | undefined>();
  private inFlight = 0;
  private pinned = 0;
  private finished = 0;
  private affected = 0;

  /**
   * @param environment that every variant is looked at in
   * @param now an ISO instant
   */
  constructor(
    private readonly versions: PlannedVersions,
    private readonly environment: string,
    private readonly now: string,
  ) {}

  /** Adds one application. */
  add({ id, flowVersion, variant: given, state }: ApplicationSnapshot): void {
    const before = this.versions.pinned?.get(flowVersion) ?? this.versions.before;
    const variant = { ...given, environment: this.environment };
    const name = `${before.version} ${variantName(variant)}`;
    if (!this.pairs.has(name)) this.pairs.set(name, this.pair(before, variant));
    const pair = this.pairs.get(name);
    if (pair === undefined) {
      this.inFlight++;
      this.affected++;
      this.stuck.add("", undefined, id);
      return;
    }
    const { was, is, context, revalidates } = pair;
    const isFinished = was.finished?.test(buildFacts(was, state, context)) === true;
    for (const path of pair.newlyPrivate)
      if (valuesAt(state, path.split(".")).length > 0) this.newlyPrivate.add(path, path, id);
    const kept = keptChoices(pair.unoffered, state);
    for (const choice of kept) {
      this.unoffered.add(nameOfChoice(choice), choice, id);
      if (isFinished) this.unofferedFinished.add(nameOfChoice(choice), choice, id);
    }
    if (isFinished) {
      this.finished++;
      return;
    }
    this.inFlight++;
    if (before !== this.versions.before) this.pinned++;
    const difference = compareResumptions(was, is, state, context);
    if (difference !== undefined) this.groups.add(nameOf(difference), difference, id);
    const askedAgain = revalidates ? newlyInvalidated(was, is, state, context) : [];
    for (const path of askedAgain) this.askedAgain.add(path, path, id);
    const timers = compareTimers(was, is, state, context);
    for (const timer of timers) this.timers.add(`${timer.timer} ${timer.change}`, timer, id);
    if ([difference ?? [], kept, askedAgain, timers].flat().length > 0) this.affected++;
  }

  plan(): Plan {
    const [stuck] = this.stuck.list();
    return {
      fixtures: planOfFixtures(this.versions),
      applications: {
        inFlight: this.inFlight,
        pinned: this.pinned,
        finished: this.finished,
        unaffected: this.inFlight - this.affected,
        groups: groupsOf(this.groups),
        askedAgain: this.askedAgain
          .list()
          .map(({ what: path, count, examples }) => ({ path, count, examples })),
        newlyPrivate: this.newlyPrivate
          .list()
          .map(({ what: path, count, examples }) => ({ path, count, examples })),
        unoffered: this.unoffered.list().map(({ what, count, examples }) => ({
          ...what,
          count,
          finished: this.unofferedFinished.found.get(nameOfChoice(what))?.count ?? 0,
          examples,
        })),
        timers: this.timers
          .list()
          .map(({ what, count, examples }) => ({ ...what, count, examples })),
        stuck: { count: stuck?.count ?? 0, examples: stuck?.examples ?? [] },
      },
    };
  }

  private pair(before: CompiledFlow, variant: InputContext["variant"]): Pair | undefined {
    const { after } = this.versions;
    if (![before, after].every((flow) => has(flow, variant))) return undefined;
    const [was, is] = [before.variant(variant), after.variant(variant)];
    const context = unvisitedContext(was, variant, this.now);
    return {
      was,
      is,
      context,
      revalidates: validatesDifferently(was, is),
      unoffered: unofferedChoices(was, is),
      newlyPrivate: newlyPrivate(was, is),
    };
  }
}

/** The input of a visit that a plan assumes: a signed-in applicant, in the first language. */
export function unvisitedContext(
  flow: CompiledVariant,
  variant: InputContext["variant"],
  now: string,
): InputContext {
  const locale = flow.locales[0] ?? fallbackLocale(flow.definition);
  return { now, variant, locale, signedIn: true, access: "ok", uuids: [] };
}

/**
 * Plays each fixture of the new version on it, and those that no edit changed on the former one
 * too.
 */
function planOfFixtures({ before, after }: PlannedVersions): Plan["fixtures"] {
  const journeys = new Tally<PageDifference>();
  const former = new Map(before.fixtures.map((fixture) => [fixture.fixture, fixture]));
  const results = new Map<string, FixtureResult>();
  let edited = 0;
  for (const fixture of after.fixtures) {
    results.set(fixture.fixture, runFixture(after, fixture));
    if (JSON.stringify(former.get(fixture.fixture)) === JSON.stringify(fixture)) continue;
    edited++;
    former.delete(fixture.fixture);
  }
  let played = 0;
  for (const [name, fixture] of former) {
    const { locale: _, environment = TEST_ENVIRONMENT, ...given } = fixture.given.variant ?? {};
    const variant = { ...given, environment };
    if (![before, after].every((flow) => has(flow, variant))) continue;
    played++;
    const was = runFixture(before, fixture);
    const is = results.get(name) ?? runFixture(after, fixture);
    const difference = compareJourneys(was, is);
    if (difference !== undefined) journeys.add(nameOf(difference), difference, name);
  }
  return {
    played,
    groups: groupsOf(journeys),
    edited,
    failing: [...results.values()]
      .filter(({ deviations }) => deviations.length > 0)
      .map(({ fixture }) => fixture),
  };
}

interface Pair {
  readonly was: CompiledVariant;
  readonly is: CompiledVariant;
  readonly context: InputContext;
  /** True where the two versions may validate answers differently. */
  readonly revalidates: boolean;
  readonly unoffered: readonly UnofferedChoice[];
  /** Places that only the new version seals. */
  readonly newlyPrivate: readonly string[];
}

function newlyPrivate(was: CompiledVariant, is: CompiledVariant): readonly string[] {
  const sealed = was.pii.map(({ path }) => path);
  return is.pii
    .map(({ path }) => path)
    .filter((path) => !sealed.some((each) => path === each || path.startsWith(`${each}.`)));
}

function has({ definition }: CompiledFlow, variant: Variant): boolean {
  return completeVariant(definition, variant) !== undefined;
}

function nameOfChoice({ path, choice }: UnofferedChoice): string {
  return `${path} ${choice}`;
}

function nameOf({ from, to }: PageDifference): string {
  return JSON.stringify([
    from.because,
    from.screen,
    from.notices,
    to.because,
    to.screen,
    to.notices,
  ]);
}

function groupsOf(tally: Tally<PageDifference>): readonly PlanGroup[] {
  return tally.list().map(({ what, count, examples }) => ({ ...what, count, examples }));
}
