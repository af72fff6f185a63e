import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { FixtureSandbox } from "../fixtures/fixture-sandbox.ts";
import { FixtureServices } from "../fixtures/fixture-services.ts";
import { Journey, type PresentPage } from "../fixtures/journey.ts";
import type { FixtureAnswer, FixtureDefinition, FixtureStep } from "../language/fixture.ts";
import { ExploredServices, type MadeCall } from "./explored-services.ts";
import { detours, firstSteps, nextSteps } from "./next-steps.ts";
import { decisiveParts, RuleConstants } from "./rule-constants.ts";

/** Parts of the coverage that a search is after. */
export const GOAL_PARTS = ["screens", "actions", "rows", "calls", "outcomes", "timers"] as const;
export type GoalPart = (typeof GOAL_PARTS)[number];

/** A place of the search: a journey's last step, and the place before it. */
export interface Place {
  readonly before: Place | undefined;
  readonly step: FixtureStep;
  readonly calls: readonly MadeCall[];
  readonly page: PresentPage;
  /** What the step covered, as `part name`. */
  readonly covered: readonly string[];
  /** Deviations that hold of any journey, such as a row whose screen refuses. */
  readonly deviations: readonly string[];
  /** The step left the flow. */
  readonly left: boolean;
  /** Where alike states meet. */
  readonly key: string;
  readonly depth: number;
}

/** One step from a place to another, by their keys. */
export interface Passage {
  readonly from: string;
  readonly to: string;
  readonly left: boolean;
}

/** The result of a search. */
export interface Explored {
  /** A place for each thing that was covered first there, in order. */
  readonly finds: readonly Place[];
  /** Places with deviations, the first of each. */
  readonly faults: readonly Place[];
  /** Every place, the first of each key. */
  readonly places: ReadonlyMap<string, Place>;
  readonly passages: readonly Passage[];
  /** Keys of places whose steps were all tried. */
  readonly expanded: ReadonlySet<string>;
  readonly tries: number;
  /** The search ended because of its bound. */
  readonly bounded: boolean;
}

/** What a search begins with, and how far it goes. */
export interface ExploreOptions {
  readonly given: FixtureDefinition["given"];
  /** Most steps to try. */
  readonly most: number;
  /** What is looked for, as `part name`; the search ends once it is covered. Absent: explores all. */
  readonly wanted?: ReadonlySet<string>;
}

/** A place that is still to be expanded, with its journey. */
interface Open {
  readonly place: Place | undefined;
  readonly journey: Journey;
  readonly sandbox: FixtureSandbox;
}

/**
 * Explores a variant from its addresses: from each new state every action with generated answers,
 * every outcome of every call, and every address. States count as alike where all guards and all
 * decisive values agree. Deterministic.
 */
export function explore(flow: CompiledVariant, options: ExploreOptions): Explored {
  return new Exploration(flow, options).run();
}

class Exploration {
  private readonly constants: RuleConstants;
  private readonly covered = new Set<string>();
  private readonly finds = new Set<Place>();
  /** Number of wanted names that nothing has covered yet. */
  private missing: number;
  private readonly faults: Place[] = [];
  private readonly known = new Set<string>();
  private readonly places = new Map<string, Place>();
  private readonly passages: Passage[] = [];
  private readonly expanded = new Set<string>();
  /** Places that covered something new come before the others. */
  private readonly fresh: Open[] = [];
  private readonly rest: Open[] = [];
  private tries = 0;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly options: ExploreOptions,
  ) {
    this.constants = new RuleConstants(flow);
    this.missing = options.wanted?.size ?? Infinity;
  }

  run(): Explored {
    const { given } = this.options;
    const fixture: FixtureDefinition = { fixture: "", description: "", given, steps: [] };
    const services = FixtureServices.of(this.flow, {});
    const root: Open = {
      place: undefined,
      journey: new Journey(this.flow, fixture, this.flow.variant, services),
      sandbox: new FixtureSandbox(this.flow),
    };
    for (const step of firstSteps(this.flow)) this.tryStep(root, step);
    for (let at = this.next(); at !== undefined && !this.isDone(); at = this.next())
      this.expand(at);
    const { faults, places, passages, expanded, tries } = this;
    const finds = [...this.finds];
    return { finds, faults, places, passages, expanded, tries, bounded: this.isBounded() };
  }

  private next(): Open | undefined {
    return this.fresh.shift() ?? this.rest.shift();
  }

  private isBounded(): boolean {
    return this.tries >= this.options.most;
  }

  private isDone(): boolean {
    return this.isBounded() || this.missing === 0;
  }

  private expand(at: Open): void {
    const page = at.journey.present();
    let last: string | undefined;
    for (const step of nextSteps(this.flow, page, this.constants)) {
      // The plainest answer of a form tries every answer of the services.
      if (step.act === last) this.take(at, step, []);
      else this.tryStep(at, step);
      last = step.act;
    }
    if (at.place !== undefined && this.finds.has(at.place))
      for (const step of detours(this.flow, page)) this.tryStep(at, step);
    if (at.place !== undefined && !this.isBounded()) this.expanded.add(at.place.key);
  }

  /** Takes a step with plain answers of its calls, then once with each other answer of each call. */
  private tryStep(at: Open, step: FixtureStep): void {
    const made = this.take(at, step, []);
    for (const [index, call] of made.entries()) {
      const before = made.slice(0, index).map(({ answer }) => answer);
      for (const { answer } of call.samples())
        if (JSON.stringify(answer) !== JSON.stringify(call.answer))
          this.take(at, step, [...before, answer]);
    }
  }

  /** @returns the calls of the step; none where the bound is reached */
  private take(at: Open, step: FixtureStep, script: readonly FixtureAnswer[]): readonly MadeCall[] {
    if (this.isBounded()) return [];
    this.tries++;
    const sandbox = at.sandbox.fork();
    const services = new ExploredServices(this.flow, this.constants, sandbox, script);
    const journey = at.journey.fork(services);
    journey.take(step, 1);
    const page = journey.present();
    const [trace] = journey.result.steps;
    const covered = coveredNames(journey);
    const place: Place = {
      before: at.place,
      step,
      calls: services.made,
      page,
      covered,
      deviations: journey.result.deviations,
      left: trace?.leave !== undefined,
      key: this.keyOf(page),
      depth: (at.place?.depth ?? 0) + 1,
    };
    this.record(at, place, { place, journey, sandbox });
    return services.made;
  }

  private record(from: Open, place: Place, open: Open): void {
    const { wanted } = this.options;
    const news = place.covered.filter((name) => !this.covered.has(name));
    for (const name of news) this.covered.add(name);
    const found = news.filter((name) => wanted?.has(name) ?? true);
    this.missing -= found.length;
    if (found.length > 0) this.finds.add(place);
    if (place.deviations.length > 0) {
      const unknown = place.deviations.filter((each) => !this.known.has(each));
      for (const each of unknown) this.known.add(each);
      if (unknown.length > 0) this.faults.push(place);
    }
    if (from.place !== undefined)
      this.passages.push({ from: from.place.key, to: place.key, left: place.left });
    if (place.left || this.places.has(place.key)) return;
    this.places.set(place.key, place);
    (news.length > 0 ? this.fresh : this.rest).push(open);
  }

  /** The screen, the truth of every guard, and every value that decides something. */
  private keyOf({ resolution, facts, state }: PresentPage): string {
    const guards = [...this.flow.guards.values()]
      .map((guard) => (guard.test(facts) ? "1" : "0"))
      .join("");
    const screen = resolution.kind === "screen" ? resolution.screen : `@${resolution.to}`;
    return `${screen} ${guards} ${JSON.stringify(decisiveParts(state, this.constants.all))}`;
  }
}

function coveredNames(journey: Journey): readonly string[] {
  return GOAL_PARTS.flatMap((part) => [...journey.result[part]].map((name) => `${part} ${name}`));
}

/** The places of a journey, from its first step on. */
export function wayTo(place: Place): readonly Place[] {
  const way: Place[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.before) way.unshift(at);
  return way;
}
