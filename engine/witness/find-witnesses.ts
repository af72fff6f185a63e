import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { coverageOf, type Coverage } from "../fixtures/coverage.ts";
import type { FixtureResult } from "../fixtures/fixture-result.ts";
import { runFixture } from "../fixtures/run-fixture.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import { chooseJourneys } from "./choose-journeys.ts";
import { distinctVariants, givenOf } from "./explored-variants.ts";
import { explore, GOAL_PARTS, type Place } from "./explore.ts";
import { fixtureOf, isCoveredBy } from "./write-fixture.ts";

/** How far a search goes. */
export interface WitnessOptions {
  /** Fixtures that hold already; what they cover is not looked for. */
  readonly kept: readonly FixtureDefinition[];
  /** Most steps to try, over all variants. */
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
  const { kept, most, prefix } = options;
  const others = flow.fixtures.filter(({ fixture }) => !fixture.startsWith(prefix));
  const taken = { prefix, names: new Set([...others, ...kept].map(({ fixture }) => fixture)) };
  const results = kept.map((fixture) => runFixture(flow, fixture));
  const fixtures: FixtureDefinition[] = [];
  const wanted = missingNames(coverageOf(flow, results));
  let tries = 0;
  let bounded = false;
  const variants = distinctVariants(flow);
  for (const [at, { variant, compiled }] of variants.entries()) {
    const names = new Set([...wanted].filter((name) => isPossible(compiled, name)));
    if (names.size === 0) continue;
    const given = givenOf(flow, variant);
    const share = Math.ceil((most - tries) / (variants.length - at));
    const found = explore(compiled, { given, most: share, wanted: names });
    tries += found.tries;
    bounded ||= found.bounded;
    for (const place of chooseJourneys(found.finds, names)) {
      const fixture = fixtureOf(flow, place, { ...headOf(place, wanted, taken), given });
      const result = runFixture(flow, fixture);
      if (result.deviations.length > 0) continue;
      const covers = [...wanted].filter((name) => isCoveredBy(result, name));
      if (covers.length === 0) continue;
      for (const name of covers) wanted.delete(name);
      results.push(result);
      fixtures.push(fixture);
      taken.names.add(fixture.fixture);
    }
  }
  const coverage = coverageOf(flow, results);
  const uncovered = [...wanted]
    .toSorted()
    .map((name) => ({ name, why: reasonFor(name, results, bounded) }));
  return { fixtures, coverage, uncovered, tries, bounded };
}

function missingNames(coverage: Coverage): Set<string> {
  return new Set(
    GOAL_PARTS.flatMap((part) => coverage[part].missing.map((name) => `${part} ${name}`)),
  );
}

/** Whether a variant has what a name stands for. */
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

/** A name after the most telling thing that the journey covers last. */
function headOf(
  place: Place,
  wanted: ReadonlySet<string>,
  { prefix, names }: { readonly prefix: string; readonly names: ReadonlySet<string> },
): Pick<FixtureDefinition, "fixture" | "description"> {
  const order = ["rows", "outcomes", "screens", "timers", "actions", "calls"];
  const rank = (name: string) => order.indexOf(name.split(" ")[0] ?? "");
  const last = place.covered.filter((name) => wanted.has(name));
  const [telling = "journey"] = last.toSorted((a, b) => rank(a) - rank(b));
  const words = telling.split(" ").slice(1).join(" ");
  const base = `${prefix}${words.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  let fixture = base;
  for (let number = 2; names.has(fixture); number++) fixture = `${base}-${number}`;
  return { fixture, description: `Reaches ${telling} (written by foyer witness)` };
}

/** The reason why nothing covers a name, from what is covered beside it. */
function reasonFor(name: string, results: readonly FixtureResult[], bounded: boolean): string {
  const [part = "", rest = ""] = name.split(" ");
  const owner = rest.slice(0, rest.lastIndexOf("/"));
  const limit = bounded ? "; the search reached its bound" : "";
  const covers = (other: string) => results.some((result) => isCoveredBy(result, other));
  const [screen = ""] = rest.split("/");
  switch (part) {
    case "actions":
      return covers(`screens ${screen}`)
        ? `no explored state offers it on the screen${limit}`
        : `no journey shows the screen "${screen}"${limit}`;
    case "outcomes":
      return covers(`calls ${screen}`)
        ? `no generated answer has this outcome${limit}`
        : `no journey makes the call "${screen}"${limit}`;
    case "rows":
      return results.some(({ rows }) => [...rows].some((row) => row.startsWith(`${owner}/`)))
        ? `other rows of the table "${owner}" matched, and this one in no explored state${limit}`
        : `no journey asks the table "${owner}"${limit}`;
    default:
      return `no journey leads there${limit}`;
  }
}
