import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { coverageOf, type Coverage } from "../fixtures/coverage.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import { runFixture } from "../fixtures/run-fixture.ts";
import { TEST_ENVIRONMENT } from "../language/environments.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import { chooseJourneys } from "./choose-journeys.ts";
import { decidingFlags } from "./deciding-flags.ts";
import { examplesFor } from "./examples.ts";
import { explore, GOAL_PARTS, wayTo, type SearchNode } from "./explore.ts";
import { givenOf, variedVariants } from "./explored-variants.ts";
import { reasonFor } from "./uncovered-reason.ts";
import { fixtureOf, isCoveredBy, type FixtureHead } from "./write-fixture.ts";

/** How far a search goes. */
export interface WitnessOptions {
  /**
   * Fixtures that hold already. The search begins with their journeys, gives their answers to
   * forms, and leaves out what they cover.
   */
  readonly kept: readonly FixtureDefinition[];
  /** Maximum number of steps to try, over all variants. */
  readonly most: number;
  /** Begins the name of each fixture. */
  readonly prefix: string;
}

/** A name that no journey covers, and the reason. */
export interface Uncovered {
  /** `part name`, such as `rows resume/done`. */
  readonly name: string;
  readonly why: string;
}

/** The journeys that were found. */
export interface Witnesses {
  readonly fixtures: readonly FixtureDefinition[];
  /** Of the kept fixtures and the new ones together. */
  readonly coverage: Coverage;
  readonly uncovered: readonly Uncovered[];
  /** Steps that were tried. */
  readonly tries: number;
  /** The bound was reached before everything was tried. */
  readonly bounded: boolean;
}

/**
 * Finds journeys that cover every screen, action, row, call, outcome and timer that the kept
 * fixtures do not. Deterministic: the same flow gives the same journeys.
 */
export function findWitnesses(flow: CompiledFlow, options: WitnessOptions): Witnesses {
  return new WitnessSearch(flow, options).run();
}

/** One search of a variant, or of a variant with a flag the other way round. */
interface Round {
  readonly compiled: CompiledVariant;
  readonly given: FixtureDefinition["given"];
  /** What the round gets of the steps, compared with other rounds. */
  readonly weight: number;
}

/** The first round of all finds most, and the journeys that other rounds begin with. */
const FIRST_WEIGHT = 6;

class WitnessSearch {
  /** Results of the kept and the new fixtures. */
  readonly results: FixtureResult[];
  private readonly fixtures: FixtureDefinition[] = [];
  private readonly wanted: Set<string>;
  private readonly names: Set<string>;
  /** Places of the journeys found so far, each after the one before it. */
  private readonly seeds = new Set<SearchNode>();
  /** By screen: the fields that refused, where its form took no answer in any round. */
  readonly refusing = new Map<string, readonly string[]>();
  private tries = 0;
  bounded = false;

  constructor(
    private readonly flow: CompiledFlow,
    private readonly options: WitnessOptions,
  ) {
    const { kept, prefix } = options;
    const others = flow.fixtures.filter(({ fixture }) => !fixture.startsWith(prefix));
    this.names = new Set([...others, ...kept].map(({ fixture }) => fixture));
    this.results = kept.map((fixture) => runFixture(flow, fixture));
    this.wanted = missingNames(coverageOf(flow, this.results));
  }

  run(): Witnesses {
    const { flow, results, fixtures, wanted } = this;
    const variants = variedVariants(flow).map(({ variant, compiled }, at): Round => {
      const given = givenOf(flow, variant);
      return { compiled, given, weight: at === 0 ? FIRST_WEIGHT : 1 };
    });
    const [first] = variants;
    const flags = first === undefined ? [] : decidingFlags(first.compiled, wanted);
    this.search(variants, flags.length);
    if (first !== undefined) this.search(this.flagRounds(first.given, flags), 0);
    const coverage = coverageOf(flow, results);
    const uncovered = [...wanted].toSorted().map((name) => ({ name, why: reasonFor(name, this) }));
    return { fixtures, coverage, uncovered, tries: this.tries, bounded: this.bounded };
  }

  /** One round for each flag that decides about an uncovered part. */
  private flagRounds(
    given: FixtureDefinition["given"],
    flags: readonly string[],
  ): readonly Round[] {
    const variant = { environment: TEST_ENVIRONMENT, ...given.variant };
    const compiled = this.flow.variant(variant);
    const left = new Set(decidingFlags(compiled, this.wanted));
    return flags
      .filter((flag) => left.has(flag))
      .map((flag) => {
        const turned = { [flag]: compiled.flags[flag] !== true };
        return {
          compiled: this.flow.variantWith(variant, {}, turned),
          given: { ...given, flags: turned },
          weight: 1,
        };
      });
  }

  /** @param later weight of the rounds that come afterwards */
  private search(rounds: readonly Round[], later: number): void {
    let weights = later + rounds.reduce((sum, { weight }) => sum + weight, 0);
    for (const round of rounds) {
      const left = this.options.most - this.tries;
      const share = Math.ceil((left * round.weight) / weights);
      weights -= round.weight;
      const names = [...this.wanted].filter((name) => isPossible(round.compiled, name));
      if (names.length > 0) this.searchIn(round, new Set(names), share);
    }
  }

  private searchIn({ compiled, given }: Round, names: ReadonlySet<string>, most: number): void {
    const examples = examplesFor(this.flow, compiled, this.options.kept);
    const seeds = [...this.seeds];
    const found = explore(compiled, { given, most, wanted: names, seeds, examples });
    this.tries += found.tries;
    this.bounded ||= found.bounded;
    for (const [screen, fields] of found.refusing)
      if (fields.length === 0 || !this.refusing.has(screen)) this.refusing.set(screen, fields);
    for (const node of chooseJourneys(found.finds, names)) {
      const fixture = fixtureOf(this.flow, node, this.headOf(node));
      const result = runFixture(this.flow, fixture);
      if (result.deviations.length > 0) continue;
      const covers = [...this.wanted].filter((name) => isCoveredBy(result, name));
      if (covers.length === 0) continue;
      for (const name of covers) this.wanted.delete(name);
      for (const each of wayTo(node)) this.seeds.add(each);
      this.results.push(result);
      this.fixtures.push(fixture);
      this.names.add(fixture.fixture);
    }
  }

  /** A name after the most distinctive part that the journey covers last. */
  private headOf(node: SearchNode): FixtureHead {
    const order = ["rows", "outcomes", "screens", "timers", "actions", "calls"];
    const rank = (name: string) => order.indexOf(name.split(" ")[0] ?? "");
    const last = node.covered.filter((name) => this.wanted.has(name));
    const [telling = "journey"] = last.toSorted((a, b) => rank(a) - rank(b));
    const words = telling.split(" ").slice(1).join(" ");
    const base = `${this.options.prefix}${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
    let fixture = base;
    for (let number = 2; this.names.has(fixture); number++) fixture = `${base}-${number}`;
    return { fixture, description: `Reaches ${telling} (written by foyer witness)` };
  }
}

function missingNames(coverage: Coverage): Set<string> {
  return new Set(
    GOAL_PARTS.flatMap((part) => coverage[part].missing.map((name) => `${part} ${name}`)),
  );
}

/** Whether a variant has the part of a name. */
function isPossible(flow: CompiledVariant, name: string): boolean {
  const [part, rest = ""] = name.split(" ");
  const cut = rest.lastIndexOf("/");
  const [owner, member] = [rest.slice(0, cut), rest.slice(cut + 1)];
  switch (part) {
    case "screens":
      return flow.screens.has(rest);
    case "rows":
      return flow.tables.get(owner)?.rows.some(({ id }) => id === member) === true;
    case "actions":
      return flow.screens.has(rest.split("/")[0] ?? "");
    case "timers":
      return flow.timers.has(rest);
    default:
      return flow.calls.has(rest.split("/")[0] ?? "");
  }
}
