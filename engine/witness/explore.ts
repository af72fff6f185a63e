import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { FixtureSandbox } from "../fixtures/fixture-sandbox.ts";
import { FixtureServices } from "../fixtures/fixture-services.ts";
import { Journey, type PresentPage } from "../fixtures/journey.ts";
import type { FixtureAnswer, FixtureDefinition, FixtureStep } from "../language/fixture.ts";
import { Agenda, type Task } from "./agenda.ts";
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
  /** A place for each part that was covered first there, in order. */
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
  /** The target, as `part name`; the search ends once it is covered. Absent: explores all. */
  readonly wanted?: ReadonlySet<string>;
  /** Places of another search, each after the one before it; their journeys are taken first. */
  readonly seeds?: readonly Place[];
}

/** A place with its journey. */
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

/** A place to expand, with its known facts. */
interface Visited extends Task {
  readonly open: Open;
  /** The plain steps, with their calls. */
  readonly plain: readonly (readonly [FixtureStep, readonly MadeCall[]])[];
  /** Steps with other data. */
  readonly others: readonly FixtureStep[];
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
  private readonly agenda = new Agenda<Visited>();
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
    this.replay(root);
    for (const step of firstSteps(this.flow))
      this.vary(root, step, this.take(root, step, [])?.place.calls);
    for (let at = this.agenda.next(); at !== undefined && !this.isDone(); at = this.agenda.next())
      this.expand(at);
    const { faults, places, passages, expanded, tries } = this;
    const finds = [...this.finds];
    return { finds, faults, places, passages, expanded, tries, bounded: this.isBounded() };
  }

  /** Takes the steps of the seeds, with the same answers. */
  private replay(root: Open): void {
    const taken = new Map<Place, Open>();
    for (const seed of this.options.seeds ?? []) {
      const from = seed.before === undefined ? root : taken.get(seed.before);
      const answers = seed.calls.map(({ answer }) => answer);
      const open = from === undefined ? undefined : this.take(from, seed.step, answers);
      if (open !== undefined && !open.place.left) taken.set(seed, open);
    }
  }

  private isBounded(): boolean {
    return this.tries >= this.options.most;
  }

  private isDone(): boolean {
    return this.isBounded() || this.missing === 0;
  }

  /** Tries the steps of the next round from a place. */
  private expand(at: Visited): void {
    const { open, round, plain } = at;
    const page = open.journey.present();
    if (round === "plain") {
      const { firsts, others } = this.stepsFrom(page, open.place?.step.actor);
      const made = firsts.map(
        (step) => [step, this.take(open, step, [])?.place.calls ?? []] as const,
      );
      this.agenda.add({ ...at, round: "answers", plain: made, others });
    } else if (round === "answers") {
      for (const [step, made] of plain) this.vary(open, step, made);
      this.agenda.add({ ...at, round: "data", plain: [] });
    } else {
      for (const step of at.others) this.take(open, step, []);
      if (open.place !== undefined && this.finds.has(open.place))
        for (const step of detours(this.flow, page))
          this.vary(open, step, this.take(open, step, [])?.place.calls);
      if (open.place !== undefined && !this.isBounded()) this.expanded.add(open.place.key);
    }
  }

  /** The steps from a page: the first of each action, which is the plainest, and the others. */
  private stepsFrom(
    page: PresentPage,
    actor: FixtureStep["actor"],
  ): {
    readonly firsts: readonly FixtureStep[];
    readonly others: readonly FixtureStep[];
  } {
    const firsts: FixtureStep[] = [];
    const others: FixtureStep[] = [];
    let last: string | undefined;
    for (const step of nextSteps(this.flow, page, this.constants, actor)) {
      (step.act !== undefined && step.act === last ? others : firsts).push(step);
      last = step.act;
    }
    return { firsts, others };
  }

  /** Takes a step once with each other answer of each of its calls. */
  private vary(at: Open, step: FixtureStep, made: readonly MadeCall[] = []): void {
    for (const [index, call] of made.entries()) {
      const before = made.slice(0, index).map(({ answer }) => answer);
      for (const { answer } of call.samples())
        if (JSON.stringify(answer) !== JSON.stringify(call.answer))
          this.take(at, step, [...before, answer]);
    }
  }

  /** @returns undefined where the bound is reached */
  private take(
    at: Open,
    step: FixtureStep,
    script: readonly FixtureAnswer[],
  ): (Open & { readonly place: Place }) | undefined {
    if (this.isBounded()) return undefined;
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
    const open = { place, journey, sandbox };
    this.record(at, place, open);
    return open;
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
    const { resolution } = place.page;
    const screen = resolution.kind === "screen" ? resolution.screen : "";
    this.agenda.add({
      open,
      screen,
      isNew: news.length > 0,
      round: "plain",
      plain: [],
      others: [],
    });
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
