import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { Coverage } from "../../engine/fixtures/coverage.ts";
import type { FixtureResult } from "../../engine/fixtures/fixture-result.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { WITNESS_PREFIX, type FixtureDefinition } from "../../engine/language/fixture.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { definitionFormatter } from "../../engine/tools/format-definition.ts";
import { findWitnesses, type Witnesses } from "../../engine/witness/find-witnesses.ts";
import { defineCommand } from "./command.ts";
import { firstDeviationLines } from "./deviation-lines.ts";
import { flowsFolder } from "./read-definitions.ts";
import { libraryHere, sourcesHere } from "./library-here.ts";
import { SEARCH_STEPS, searchSteps } from "./search-steps.ts";
import { chooseFlows } from "./choose-flow.ts";

/** A flow's witnesses: those that hold, those that do not, and those that are new. */
interface Report {
  readonly flow: string;
  readonly kept: readonly string[];
  readonly broken: readonly FixtureResult[];
  readonly found: Witnesses;
}

/** `foyer witness`: writes the journeys that cover a flow. */
export const witnessCommand = defineCommand({
  usage: "witness [FLOW…] [--check] [--alone] [--steps N] [--json]",
  help: `Searches for journeys through the engine, with answers that each form takes and every outcome of each call, and writes
those that cover what no fixture covers yet to flows/<flow>/fixtures/${WITNESS_PREFIX}….yaml. Lists by name what no journey
covers, and why. A later run keeps the witnesses that hold, and removes or replaces those that do not. --check writes nothing and
lists witnesses that no longer hold and new ones. --alone counts witnesses only, as if there were no other fixture.
--steps: how many steps the search tries (${SEARCH_STEPS}). Exit 1 when --check finds something.`,
  async run({ options, flags, rest }) {
    const most = searchSteps(options.steps);
    const sources = await sourcesHere();
    const library = await libraryHere();
    const wanted = chooseFlows([...library.flows.keys()], rest);
    const reports = [...library.flows.values()]
      .filter(({ id }) => wanted.includes(id))
      .map((flow) => reportOf(flow, { most, alone: flags.alone }));
    const changes = reports.some(
      ({ broken, found }) => broken.length > 0 || found.fixtures.length > 0,
    );
    if (!flags.check) for (const report of reports) await writeWitnesses(sources, report);
    return {
      code: flags.check && changes ? 1 : 0,
      data: reports.map(jsonOf),
      lines: reports.flatMap((report) => [...linesOf(report, flags.check)]),
    };
  },
});

function reportOf(
  flow: CompiledFlow,
  { most, alone }: { readonly most: number; readonly alone: boolean },
): Report {
  const results = new Map(flow.fixtures.map((each) => [each, runFixture(flow, each)]));
  const isWitness = ({ fixture }: FixtureDefinition) => fixture.startsWith(WITNESS_PREFIX);
  const broken = [...results].flatMap(([fixture, result]) =>
    isWitness(fixture) && result.deviations.length > 0 ? [result] : [],
  );
  const holding = flow.fixtures.filter(
    (fixture) => results.get(fixture)?.deviations.length === 0 && (!alone || isWitness(fixture)),
  );
  return {
    flow: flow.id,
    kept: holding.filter(isWitness).map(({ fixture }) => fixture),
    broken,
    found: findWitnesses(flow, { kept: holding, most, prefix: WITNESS_PREFIX }),
  };
}

/** Writes the new fixtures in canonical form, and removes those that no longer hold. */
async function writeWitnesses(sources: Sources, { flow, broken, found }: Report): Promise<void> {
  const pathOf = (fixture: string) => `flows/${flow}/fixtures/${fixture}.yaml`;
  const texts = new Map(
    found.fixtures.map((fixture) => [
      pathOf(fixture.fixture),
      `# yaml-language-server: $schema=../../../schemas/definition/fixture.json\n${stringify(fixture)}`,
    ]),
  );
  for (const { fixture } of broken)
    if (!texts.has(pathOf(fixture)))
      await rm(join(flowsFolder(), pathOf(fixture)), { force: true });
  const format = definitionFormatter(new Map([...sources, ...texts]));
  for (const [path, text] of texts) {
    const formatted = format(path);
    await mkdir(dirname(join(flowsFolder(), path)), { recursive: true });
    await writeFile(join(flowsFolder(), path), formatted.ok ? formatted.text : text);
  }
}

function jsonOf({ flow, kept, broken, found }: Report) {
  const { fixtures, coverage, uncovered, tries, bounded } = found;
  return {
    flow,
    kept,
    broken: broken.map(({ fixture, deviations }) => ({ fixture, deviations })),
    new: fixtures,
    coverage,
    uncovered,
    steps: tries,
    bounded,
  };
}

function* linesOf({ flow, kept, broken, found }: Report, check: boolean): Generator<string> {
  const { fixtures, coverage, uncovered, tries, bounded } = found;
  const written = new Set(fixtures.map(({ fixture }) => fixture));
  for (const result of broken) {
    const done = written.has(result.fixture) ? "replaced" : "removed";
    yield `${check ? "no longer holds" : done}: ${flow} ${result.fixture}`;
    for (const line of firstDeviationLines(result)) yield `       ${line}`;
  }
  for (const { fixture, description } of fixtures)
    yield `${check ? "new" : "wrote"}: ${flow} ${fixture} (${description})`;
  for (const { name, why } of uncovered) yield `not covered: ${flow} ${name}: ${why}`;
  const bound = bounded ? ", and reached its bound (--steps)" : "";
  yield `${flow}: ${kept.length} witnesses hold, ${fixtures.length} are new; the search tried ${tries} steps${bound}`;
  yield `${flow}: ${partsOf(coverage)}`;
}

function partsOf(coverage: Coverage): string {
  const parts = ["screens", "actions", "rows", "calls", "outcomes", "timers"] as const;
  return parts
    .map((part) => `${part} ${coverage[part].covered} of ${coverage[part].of}`)
    .join(", ");
}
