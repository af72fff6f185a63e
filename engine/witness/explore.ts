import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { describeDifference } from "../fixtures/expectations.ts";
import { FixtureSandbox } from "../fixtures/fixture-sandbox.ts";
import { FixtureServices } from "../fixtures/fixture-services.ts";
import { Journey, type PresentPage } from "../fixtures/journey.ts";
import type { FixtureAnswer, FixtureDefinition, FixtureStep } from "../language/fixture.ts";
import { Agenda, type Task } from "./agenda.ts";
import { FixtureCalls } from "../fixtures/fixture-calls.ts";
import type { FixtureExamples } from "./examples.ts";
import { ExploredServices, type ExploredCall, type Script } from "./explored-services.ts";
import { detours, firstSteps, nextSteps } from "./next-steps.ts";
import { decisiveParts, RuleConstants } from "./rule-constants.ts";

/** Parts of the coverage that a search is after. */
export const GOAL_PARTS = ["screens", "actions", "rows", "calls", "outcomes", "timers"] as const;

/** A node of the search: the last step of a journey, and the node before it. */
export interface SearchNode {
  readonly before: SearchNode | undefined;
  /** The beginning of the journey, without answers of calls. */
  readonly given: FixtureDefinition["given"];
  readonly step: FixtureStep;
  readonly calls: readonly ExploredCall[];
  readonly page: PresentPage;
  /** What the step covered, as `part name`. */
  readonly covered: readonly string[];
  /** Deviations that hold of any journey, such as a row whose screen refuses. */
  readonly deviations: readonly string[];
  /** Where the step left the flow to; undefined: it did not. */
  readonly left: string | undefined;
  /** Where alike states meet. */
  readonly key: string;
  readonly depth: number;
}

/**
 * One step of the search with the same application, from a node to another, by their keys. A step
 * that starts again is none.
 */
export interface SearchEdge {
  readonly from: string;
  readonly to: string;
  readonly left: boolean;
}

/** The result of a search. */
export interface Explored {
  /** A node for each part that was covered first there, in order. */
  readonly finds: readonly SearchNode[];
  /** Places with deviations, the first of each. */
  readonly faults: readonly SearchNode[];
  /** Every node, the first of each key. */
  readonly nodes: ReadonlyMap<string, SearchNode>;
  readonly edges: readonly SearchEdge[];
  /** Keys of nodes whose steps were all tried. */
  readonly expanded: ReadonlySet<string>;
  /** By screen: the fields that refused, where its form took no answer in any state. */
  readonly refusing: ReadonlyMap<string, readonly string[]>;
  readonly tries: number;
  /** The search ended because of its bound. */
  readonly bounded: boolean;
}

/** What a search begins with, and how far it goes. */
export interface ExploreOptions {
  readonly given: FixtureDefinition["given"];
  /** Maximum number of steps to try. */
  readonly most: number;
  /** The target, as `part name`; the search ends once it is covered. Absent: explores all. */
  readonly wanted?: ReadonlySet<string>;
  /** Places of another search, each after the one before it; their journeys are taken first. */
  readonly seeds?: readonly SearchNode[];
  /**
   * Fixtures whose journeys are taken first, and whose answers forms are given; not counted as
   * tries.
   */
  readonly examples?: FixtureExamples;
}

/** A node with its journey. */
interface Open {
  readonly given: FixtureDefinition["given"];
  readonly node: SearchNode | undefined;
  readonly journey: Journey;
  readonly sandbox: FixtureSandbox;
}

/** A node that a step has led to. */
interface Opened extends Open {
  readonly node: SearchNode;
}

/**
 * Explores a variant from its addresses: from each new state every action with generated answers,
 * every outcome of every call, and every address. States count as alike where all guards and all
 * decisive values agree. Deterministic.
 */
export function explore(flow: CompiledVariant, options: ExploreOptions): Explored {
  return new Exploration(flow, options).run();
}

/** A node to expand, with its known facts. */
interface Visited extends Task {
  readonly open: Open;
  /** The plain steps, with their calls. */
  readonly plain: readonly (readonly [FixtureStep, readonly ExploredCall[]])[];
  /** Steps with other data. */
  readonly others: readonly FixtureStep[];
}

class Exploration {
  private readonly constants: RuleConstants;
  private readonly covered = new Set<string>();
  private readonly finds = new Set<SearchNode>();
  /** Number of wanted names that nothing has covered yet. */
  private missing: number;
  /** By deviation. */
  private readonly faults = new Map<string, SearchNode>();
  private readonly nodes = new Map<string, SearchNode>();
  private readonly edges: SearchEdge[] = [];
  private readonly expanded = new Set<string>();
  /** Screens whose form takes an answer in some state have no fields here. */
  private readonly refusing = new Map<string, readonly string[]>();
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
    const { given, examples } = this.options;
    const root = this.begin(given);
    for (const fixture of examples?.journeys ?? []) this.follow(fixture);
    this.replay();
    for (const step of firstSteps(this.flow))
      this.vary(root, step, this.perform(root, step)?.node.calls);
    for (let at = this.agenda.next(); at !== undefined && !this.isDone(); at = this.agenda.next())
      this.expand(at);
    const { nodes, edges, expanded, refusing, tries } = this;
    const finds = [...this.finds];
    const faults = [...new Set(this.faults.values())];
    const bounded = this.isBounded();
    return { finds, faults, nodes, edges, expanded, refusing, tries, bounded };
  }

  /** A journey before its first step. */
  private begin({ calls: _, ...given }: FixtureDefinition["given"]): Open {
    const fixture: FixtureDefinition = { fixture: "", description: "", given, steps: [] };
    const services = FixtureServices.of(this.flow, {});
    return {
      given,
      node: undefined,
      journey: new Journey(this.flow, fixture, this.flow.variant, services),
      sandbox: new FixtureSandbox(this.flow),
    };
  }

  /** Takes the steps of a fixture, with its answers. */
  private follow({ given, steps }: FixtureDefinition): void {
    const calls = new FixtureCalls(given.calls);
    let at = this.begin(given);
    for (const { see: _, ...step } of steps) at = this.move(at, step, (name) => calls.answer(name));
  }

  /** Takes the steps of the seeds, with the same answers. */
  private replay(): void {
    const { seeds = [], given } = this.options;
    const taken = new Map<SearchNode, Open>();
    for (const seed of seeds) {
      const from =
        seed.before === undefined
          ? this.begin({ ...seed.given, ...given, now: seed.given.now })
          : taken.get(seed.before);
      const answers = seed.calls.map(({ answer }) => answer);
      const open = from === undefined ? undefined : this.perform(from, seed.step, answers);
      if (open !== undefined && open.node.left === undefined) taken.set(seed, open);
    }
  }

  private isBounded(): boolean {
    return this.tries >= this.options.most;
  }

  private isDone(): boolean {
    return this.isBounded() || this.missing === 0;
  }

  /** Tries the steps of the next round from a node. */
  private expand(at: Visited): void {
    const { open, round, plain } = at;
    const page = open.journey.present();
    if (round === "plain") {
      const { firsts, others } = this.stepsFrom(at.screen, page, open.node?.step.actor);
      const made = firsts.map(
        (step) => [step, this.perform(open, step)?.node.calls ?? []] as const,
      );
      this.agenda.add({ ...at, round: "answers", plain: made, others });
    } else if (round === "answers") {
      for (const [step, made] of plain) this.vary(open, step, made);
      this.agenda.add({ ...at, round: "data", plain: [] });
    } else {
      for (const step of at.others) this.perform(open, step);
      if (open.node !== undefined && this.finds.has(open.node))
        for (const step of detours(this.flow, page))
          this.vary(open, step, this.perform(open, step)?.node.calls);
      if (open.node !== undefined && !this.isBounded()) this.expanded.add(open.node.key);
    }
  }

  /** The steps from a page: the first of each action, which is the plainest, and the others. */
  private stepsFrom(
    screen: string,
    page: PresentPage,
    actor: FixtureStep["actor"],
  ): {
    readonly firsts: readonly FixtureStep[];
    readonly others: readonly FixtureStep[];
  } {
    const firsts: FixtureStep[] = [];
    const others: FixtureStep[] = [];
    let last: string | undefined;
    const { flow, constants } = this;
    const answers = this.options.examples?.answers ?? [];
    const shown = { flow, page, constants, answers, actor };
    const { steps, refusing } = nextSteps(shown);
    if (refusing.length === 0 || !this.refusing.has(screen)) this.refusing.set(screen, refusing);
    for (const step of steps) {
      (step.act !== undefined && step.act === last ? others : firsts).push(step);
      last = step.act;
    }
    return { firsts, others };
  }

  /** Takes a step once with each other answer of each of its calls. */
  private vary(at: Open, step: FixtureStep, made: readonly ExploredCall[] = []): void {
    for (const [index, call] of made.entries()) {
      const before = made.slice(0, index).map(({ answer }) => answer);
      for (const { answer } of call.samples())
        if (JSON.stringify(answer) !== JSON.stringify(call.answer))
          this.perform(at, step, [...before, answer]);
    }
  }

  /**
   * @param answers of the step's calls, in order
   * @returns undefined where the bound is reached
   */
  private perform(
    at: Open,
    step: FixtureStep,
    answers: readonly FixtureAnswer[] = [],
  ): Opened | undefined {
    if (this.isBounded()) return undefined;
    this.tries++;
    return this.move(at, step, (_, made) => answers[made]);
  }

  private move(at: Open, step: FixtureStep, script: Script): Opened {
    const sandbox = at.sandbox.fork();
    const services = new ExploredServices(this.flow, this.constants, sandbox, script);
    const journey = at.journey.fork(services);
    journey.play(step, 1);
    const page = journey.present();
    const [trace] = journey.result.steps;
    const covered = coveredNames(journey);
    const node: SearchNode = {
      before: at.node,
      given: at.given,
      step,
      calls: services.made,
      page,
      covered,
      deviations: faultsIn(journey.result),
      left: trace?.leave,
      key: this.keyOf(page),
      depth: (at.node?.depth ?? 0) + 1,
    };
    const open = { given: at.given, node, journey, sandbox };
    this.record(at, node, open);
    return open;
  }

  private record(from: Open, node: SearchNode, open: Open): void {
    const { wanted } = this.options;
    const news = node.covered.filter((name) => !this.covered.has(name));
    for (const name of news) this.covered.add(name);
    const found = news.filter((name) => wanted?.has(name) ?? true);
    this.missing -= found.length;
    if (found.length > 0) this.finds.add(node);
    for (const deviation of node.deviations) {
      if (isBetter(node, this.faults.get(deviation))) this.faults.set(deviation, node);
    }
    if (from.node !== undefined && node.left !== "start-again")
      this.edges.push({ from: from.node.key, to: node.key, left: node.left !== undefined });
    if (node.left !== undefined || !isBetter(node, this.nodes.get(node.key))) return;
    this.nodes.set(node.key, node);
    const { resolution } = node.page;
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

/** Whether a node is the first, or the first that a journey from the flow's beginning reaches. */
function isBetter({ given }: SearchNode, known: SearchNode | undefined): boolean {
  return known === undefined || (known.given.state !== undefined && given.state === undefined);
}

function coveredNames(journey: Journey): readonly string[] {
  return GOAL_PARTS.flatMap((part) => [...journey.result[part]].map((name) => `${part} ${name}`));
}

/** Deviations that hold of any journey: a step of the search expects nothing, a refusal neither. */
function faultsIn({ deviations, differences }: Journey["result"]): readonly string[] {
  const unexpected = new Set(differences.map(describeDifference));
  return deviations.filter((deviation) => !unexpected.has(deviation));
}

/** The nodes of a journey, from its first step on. */
export function wayTo(node: SearchNode): readonly SearchNode[] {
  const way: SearchNode[] = [];
  for (let at: SearchNode | undefined = node; at !== undefined; at = at.before) way.unshift(at);
  return way;
}
