import { coverageOf } from "../../engine/fixtures/coverage.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { defineCommand } from "./command.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { firstDeviationLines } from "./deviation-lines.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { flowsFolder, readDefinition } from "./read-definitions.ts";
import { libraryHere } from "./read-library.ts";
import { readFixture } from "./read-fixture.ts";
import type { FixtureResult } from "../../engine/fixtures/fixture-result.ts";
import {
  updateFixtures,
  type PlayedFixture,
  type UpdatedFixture,
} from "./replay/update-fixtures.ts";
import { lostFieldLine, lostFields, type LostField } from "./replay/renamed-fields.ts";
import { contraryLines, contraryMatrix, replayContrary } from "./replay/replay-contrary.ts";
import { watchSaves } from "./watch-saves.ts";

/** `foyer replay`: runs the fixtures. */
export const replayCommand = defineCommand({
  usage:
    "replay [FLOW…|FIXTURE…|FILE…] [--watch] [--update] [--contrary [--sample N] [--seed TEXT]] [--json]",
  help: `Runs all fixtures, or those of a flow, or named ones, or files elsewhere that name their flow. Prints the first step of
each that differs (--json: all), then how many screens, table rows and calls the fixtures cover; for all fixtures of a
flow also what they do not cover. --watch runs them again after each save. Exit 1 when a fixture fails.

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
    if (!flags.contrary && (options.sample !== undefined || options.seed !== undefined))
      throw new Error("--sample and --seed go with --contrary");
    if (flags.contrary || !flags.watch) return run().catch(refuse);
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

async function replayContrarily(
  names: readonly string[],
  { sample, seed = "1" }: { readonly sample?: string; readonly seed?: string },
  json: boolean,
): Promise<number> {
  if (sample !== undefined && !/^[1-9]\d*$/.test(sample))
    throw new Error(`--sample needs a number from 1, not ${sample}`);
  const library = await libraryHere();
  const chosen = [...library.flows.values()].flatMap((flow) => {
    const fixtures = flow.fixtures.filter(
      ({ fixture }) => names.length === 0 || names.includes(fixture) || names.includes(flow.id),
    );
    return fixtures.length === 0 ? [] : [{ flow, fixtures }];
  });
  if (chosen.length === 0) throw new Error(`there is no fixture ${names.join(", ")}`);
  const reports = chosen.map(({ flow, fixtures }) =>
    replayContrary(flow, fixtures, {
      seed,
      ...(sample === undefined ? {} : { sample: Number(sample) }),
    }),
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
  return reports.some(({ results }) => results.some(({ faults }) => faults.length > 0)) ? 1 : 0;
}

async function replay(args: readonly string[], json: boolean, isUpdate: boolean): Promise<number> {
  const library = await libraryHere();
  const paths = args.filter((arg) => /\.ya?ml$/.test(arg));
  const files = await Promise.all(
    paths.map(async (file) => ({ file, fixture: await readFixture(file) })),
  );
  const found = [...library.flows.values()].flatMap((flow): PlayedFixture[] =>
    [
      ...flow.fixtures
        .filter(
          ({ fixture }) => args.length === 0 || args.includes(fixture) || args.includes(flow.id),
        )
        .map((fixture) => ({ file: undefined, fixture })),
      ...files.filter(({ fixture }) => fixture.flow === flow.id),
    ].map((each) => ({ ...each, flow, result: runFixture(flow, each.fixture) })),
  );
  const isFlowNamed = args.some((arg) => library.flows.has(arg));
  if (args.length > 0 && !isFlowNamed && found.length < Math.max(files.length, 1))
    throw new Error(`there is no fixture ${args.join(", ")}`);
  const played: readonly (PlayedFixture | UpdatedFixture)[] = isUpdate
    ? await updateFixtures(found)
    : found;
  const report = [...library.flows.values()].map((flow): FlowReport => {
    const own = played.filter((each) => each.flow === flow);
    const results = own.map(({ result }) => result);
    return { flow: flow.id, results, coverage: coverageOf(flow, results) };
  });
  const updates = new Map(
    played.map((each) => [each.result, "isUpdated" in each ? each : undefined] as const),
  );
  const lost = new Map(
    played.map(({ flow, fixture, result }) => [
      result,
      isFailed(result) ? lostFields(flow, fixture, result) : [],
    ]),
  );
  if (json) console.log(JSON.stringify(report.map(withoutSteps), null, 2));
  else printReport(report, args, { updates, lost });
  return report.some(({ results }) => results.some(isFailed)) ? 1 : 0;
}

/** The fixtures of a flow that ran, and what they cover. */
interface FlowReport {
  readonly flow: string;
  readonly results: readonly FixtureResult[];
  readonly coverage: ReturnType<typeof coverageOf>;
}

function isFailed({ deviations }: FixtureResult): boolean {
  return deviations.length > 0;
}

function withoutSteps({ flow, results, coverage }: FlowReport) {
  const fixtures = results.map(({ fixture, deviations }) => ({ fixture, deviations }));
  return { flow, coverage, fixtures };
}

/** What is known of fixtures beside their results, by these. */
interface FixtureNotes {
  /** Updates of expectations. */
  readonly updates: ReadonlyMap<FixtureResult, UpdatedFixture | undefined>;
  /** Answers to fields that are no more. */
  readonly lost: ReadonlyMap<FixtureResult, readonly LostField[]>;
}

function printReport(
  report: readonly FlowReport[],
  args: readonly string[],
  { updates, lost }: FixtureNotes,
): void {
  for (const { flow, results, coverage } of report) {
    for (const result of results) {
      const { isUpdated = false, refusedStep, renamed = [] } = updates.get(result) ?? {};
      const word = isFailed(result) ? "FAIL" : isUpdated ? "new " : "ok  ";
      console.log(`${word} ${flow} ${result.fixture}`);
      for (const line of [
        ...renamed.map((each) => lostFieldLine(each, true)),
        ...firstDeviationLines(result),
        ...(lost.get(result) ?? []).map((each) => lostFieldLine(each)),
      ])
        console.log(`       ${line}`);
      if (refusedStep !== undefined)
        console.log(
          `       step ${refusedStep} is refused (${result.steps[refusedStep - 1]?.because ?? ""}); correct the step, then update again`,
        );
    }
    // With single fixtures named, the uncovered list would hold nearly everything.
    const isWhole = args.length === 0 || args.includes(flow);
    if (results.length === 0) {
      if (isWhole)
        console.log(
          `${flow}: no fixture ran, for it has none; npx foyer witness ${flow} writes some`,
        );
      continue;
    }
    for (const [name, part] of Object.entries(coverage))
      console.log(
        `${flow}: ${name} ${part.covered} of ${part.of}${part.missing.length === 0 || !isWhole ? "" : `; not: ${part.missing.join(", ")}`}`,
      );
  }
  const results = report.flatMap((each) => each.results);
  const failed = results.filter(isFailed).length;
  const updated = [...updates.values()].filter((each) => each?.isUpdated === true).length;
  if (updated > 0)
    console.log(
      `the expectations of ${updated === 1 ? "1 fixture were" : `${updated} fixtures were`} rewritten; read the changes before you keep them`,
    );
  else if (failed > 0)
    console.log("where a change is meant, npx foyer replay --update rewrites what fixtures expect");
  console.log(`${results.length - failed} passed, ${failed} failed`);
}
