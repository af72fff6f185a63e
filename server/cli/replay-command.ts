import { coverageOf } from "../../engine/fixtures/coverage.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { FixtureDefinition } from "../../engine/language/fixture.ts";
import { defineCommand } from "./command.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { flowsFolder, readDefinition } from "./read-definitions.ts";
import { libraryHere, sourcesHere, uncheckedLibrary } from "./library-here.ts";
import type { FlowLibrary } from "../definitions/flow-library.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { fixtureProblems, readFixture, type FixtureFile } from "./read-fixture.ts";
import { isFailed, printReport, reportAsJson, type FlowReport } from "./replay/replay-report.ts";
import { updateFixtures, type PlayedFixture } from "./replay/update-fixtures.ts";
import { contraryLines, contraryMatrix, replayContrary } from "./replay/replay-contrary.ts";
import { watchSaves } from "./watch-saves.ts";
import { noSuch } from "./choose-flow.ts";

/** `foyer replay`: runs the fixtures. */
export const replayCommand = defineCommand({
  usage:
    "replay [FLOW…|FIXTURE…|FILE…] [--watch] [--update] [--contrary [--sample N] [--seed TEXT]] [--json]",
  help: `Runs all fixtures, or those of a flow, or named ones, or files elsewhere that name their flow. Prints those that hold,
then how many screens, table rows and calls the fixtures cover; for all fixtures of a flow also what they do not cover. Last come those that
fail: the first step that differs, with its file and line (--json: all). --watch runs them again after each save. Exit 1 when a fixture fails.

--update rewrites, in the files of the fixtures that differ, what their steps expect: each expectation becomes what
happens now. Steps stay as they are, so a step that cannot be done any more is still told; an answer to a field that
certainly has another name now is renamed.

--contrary answers each call of the fixtures otherwise, once in each way: every status, every shape that the answer may
have, cut off, late, not at all. It then tries the step again and opens the page anew. A fault is an exception, a page
that is not there, says nothing or offers nothing, a lost answer, or an effect that happens twice. --sample N runs N of
the cases, chosen by --seed. --json gives the matrix of calls and answers, and where each led to.`,
  async run({ options, flags, rest: names }, json) {
    const run = async (): Promise<number> =>
      flags.contrary ? replayContrarily(names, options, json) : replay(names, json, flags.update);
    if (flags.update && (flags.contrary || flags.watch))
      throw new Error("--update goes with neither --contrary nor --watch");
    if (flags.contrary && flags.watch) throw new Error("--watch does not go with --contrary");
    if (!flags.contrary && (options.sample !== undefined || options.seed !== undefined))
      throw new Error("--sample and --seed go with --contrary");
    if (!flags.watch) return run().catch(refuse);
    for await (const _ of watchSaves(flowsFolder())) {
      const code = await run()
        .catch(refuse)
        .catch((error: unknown) => {
          console.error(String(error));
          return 1;
        });
      console.log(code === 0 ? "All hold. Waiting for a save …" : "Waiting for a save …");
    }
    return 0;
  },
});

/** Prints mistakes in definitions, and that no fixture ran because of them; the exit code. */
async function refuse(error: unknown): Promise<number> {
  if (!(error instanceof DefinitionError)) throw error;
  console.error(await formatProblems(error.problems, readDefinition));
  console.error("No fixture ran: the definitions have errors.");
  return 1;
}

/** Fixtures to run, with their flow. */
interface ChosenFixtures {
  readonly flow: CompiledFlow;
  readonly fixtures: readonly {
    readonly fixture: FixtureDefinition;
    /** Its file; undefined: among the flow's own. */
    readonly file: string | undefined;
  }[];
}

/** The flows, the chosen fixtures, and mistakes in fixtures that let the others run. */
interface Chosen {
  readonly library: FlowLibrary;
  readonly chosen: readonly ChosenFixtures[];
  readonly problems: readonly DefinitionProblem[];
  readonly files: readonly FixtureFile[];
}

/**
 * The fixtures of the given flows, names and files; all without any.
 *
 * @throws DefinitionError for mistakes other than names in fixtures
 * @throws Error where there is none
 */
async function chooseFixtures(args: readonly string[]): Promise<Chosen> {
  const { library, problems } = await libraryToReplay();
  const paths = args.filter((arg) => /\.ya?ml$/.test(arg));
  const files = await Promise.all(paths.map(async (file) => readFixture(file, library)));
  const chosen = [...library.flows.values()].map((flow): ChosenFixtures => {
    const own = flow.fixtures.filter(
      ({ fixture }) => args.length === 0 || args.includes(fixture) || args.includes(flow.id),
    );
    const given = files.filter(({ fixture }) => fixture.flow === flow.id);
    return {
      flow,
      fixtures: [
        ...own.map((fixture) => ({ file: undefined, fixture })),
        ...given.map(({ path, fixture }) => ({ file: path, fixture })),
      ],
    };
  });
  const known = [...library.flows.values()].flatMap(({ id, fixtures }) => [
    id,
    ...fixtures.map(({ fixture }) => fixture),
  ]);
  const unknown = args.find((arg) => !known.includes(arg) && !paths.includes(arg));
  if (unknown !== undefined) throw noSuch("flow or fixture", unknown, known);
  const sources = files.length === 0 ? new Map<string, string>() : await sourcesHere();
  const all = [...problems, ...fixtureProblems(sources, library, files)];
  if (!all.every(isNameInFixture)) throw new DefinitionError(all);
  return { library, chosen, problems: all, files };
}

/** The flows; with mistakes in their fixtures alone they can still be run. */
async function libraryToReplay(): Promise<Pick<Chosen, "library" | "problems">> {
  try {
    return { library: await libraryHere(), problems: [] };
  } catch (error) {
    const errors =
      error instanceof DefinitionError
        ? error.problems.filter(({ severity }) => severity === "error")
        : [];
    if (errors.length === 0 || !errors.every(isNameInFixture)) throw error;
    return { library: uncheckedLibrary(await sourcesHere()), problems: errors };
  }
}

function isNameInFixture({ code, severity }: DefinitionProblem): boolean {
  return code === "FLOW-FIXTURE-NAME" || severity === "warning";
}

/** Prints mistakes in fixtures; the exit code. */
async function printProblems({
  problems,
  files,
}: Pick<Chosen, "problems" | "files">): Promise<number> {
  if (problems.length === 0) return 0;
  const given = new Map(files.map(({ path, text }) => [path, text]));
  const read = async (path: string) => given.get(path) ?? readDefinition(path);
  console.error(await formatProblems(problems, read));
  return problems.some(({ code, severity }) => code === "FLOW-FIXTURE-NAME" || severity === "error")
    ? 1
    : 0;
}

async function replayContrarily(
  names: readonly string[],
  { sample, seed = "1" }: { readonly sample?: string; readonly seed?: string },
  json: boolean,
): Promise<number> {
  if (sample !== undefined && !/^[1-9]\d*$/.test(sample))
    throw new Error(`--sample needs a number from 1, not ${sample}`);
  const { chosen, ...rest } = await chooseFixtures(names);
  const code = await printProblems(rest);
  const reports = chosen
    .filter(({ fixtures }) => fixtures.length > 0)
    .map(({ flow, fixtures }) =>
      replayContrary(
        flow,
        fixtures.map(({ fixture }) => fixture),
        { seed, ...(sample === undefined ? {} : { sample: Number(sample) }) },
      ),
    );
  if (json)
    console.log(
      JSON.stringify(
        reports.map((report) => ({ ...report, matrix: contraryMatrix(report) })),
        null,
        2,
      ),
    );
  else for (const line of reports.flatMap(contraryLines)) console.log(line);
  return reports.some(({ results }) => results.some(({ faults }) => faults.length > 0)) ? 1 : code;
}

async function replay(args: readonly string[], json: boolean, isUpdate: boolean): Promise<number> {
  const { library, chosen, ...found } = await chooseFixtures(args);
  const all = chosen.flatMap(({ flow, fixtures }) =>
    fixtures.map((each): PlayedFixture => {
      return { ...each, flow, result: runFixture(flow, each.fixture) };
    }),
  );
  const played = isUpdate ? await updateFixtures(all) : all;
  // A renamed answer has a name that the flow has.
  const isRenamed = played.some((each) => "renamed" in each && each.renamed.length > 0);
  const code = await printProblems(isRenamed ? await chooseFixtures(args) : found);
  const report = [...library.flows.values()].map((flow): FlowReport => {
    const own = played.filter((each) => each.flow === flow);
    const results = own.map(({ result }) => result);
    const isWhole = args.length === 0 || args.includes(flow.id);
    return { flow: flow.id, played: own, coverage: coverageOf(flow, results), isWhole };
  });
  if (json) console.log(JSON.stringify(reportAsJson(report), null, 2));
  else await printReport(report);
  return played.some(({ result }) => isFailed(result)) ? 1 : code;
}
