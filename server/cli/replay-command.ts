import { coverageOf } from "../../engine/fixtures/coverage.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import type { Command } from "./command.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { firstDeviationLines } from "./deviation-lines.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readOptions } from "./options.ts";
import { flowsFolder, readDefinition } from "./read-definitions.ts";
import { libraryHere } from "./read-library.ts";
import { readFixture } from "./read-fixture.ts";
import { contraryLines, contraryMatrix, replayContrary } from "./replay/replay-contrary.ts";
import { saves } from "./saves.ts";

/** `foyer replay`: runs the fixtures. */
export const replayCommand: Command = {
  usage: "replay [FLOW…|FIXTURE…|FILE…] [--watch] [--contrary [--sample N] [--seed TEXT]] [--json]",
  help: `Runs all fixtures, or those of a flow, or named ones, or files elsewhere that name their flow. Prints the first step of
each that differs (--json: all), then how many screens, table rows and calls the fixtures cover; for all fixtures of a
flow also what they do not cover. --watch runs them again after each save. Exit 1 when a fixture fails.

--contrary answers each call of the fixtures otherwise, once in each way: every status, every shape that the answer may
have, cut off, late, not at all. It then tries the step again and opens the page anew. A fault is an exception, a page
that is not there, says nothing or offers nothing, a lost answer, or an effect that happens twice. --sample N runs N of
the cases, chosen by --seed. --json gives the matrix of calls and answers, and where each led to.`,
  async run(args, json) {
    const {
      options,
      flags,
      rest: names,
    } = readOptions(args, ["sample", "seed"], ["watch", "contrary"]);
    const run = async (): Promise<number> =>
      flags.contrary ? replayContrarily(names, options, json) : replay(names, json);
    if (!flags.contrary && (options.sample !== undefined || options.seed !== undefined))
      throw new Error("--sample and --seed go with --contrary");
    if (flags.contrary || !flags.watch) return run().catch(refuse);
    for await (const _ of saves(flowsFolder())) {
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
};

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

async function replay(args: readonly string[], json: boolean): Promise<number> {
  const library = await libraryHere();
  const files = await Promise.all(
    args.filter((arg) => /\.ya?ml$/.test(arg)).map(async (path) => readFixture(path)),
  );
  let failed = 0;
  const report = [...library.flows.values()].map((flow) => {
    const fixtures = [
      ...flow.fixtures.filter(
        ({ fixture }) => args.length === 0 || args.includes(fixture) || args.includes(flow.id),
      ),
      ...files.filter((each) => each.flow === flow.id),
    ];
    const results = fixtures.map((fixture) => runFixture(flow, fixture));
    failed += results.filter(({ deviations }) => deviations.length > 0).length;
    return { flow: flow.id, results, coverage: coverageOf(flow, results) };
  });
  const played = report.reduce((sum, { results }) => sum + results.length, 0);
  const isFlowNamed = args.some((arg) => library.flows.has(arg));
  if (args.length > 0 && !isFlowNamed && played < Math.max(files.length, 1))
    throw new Error(`there is no fixture ${args.join(", ")}`);
  if (json) {
    console.log(
      JSON.stringify(
        report.map(({ flow, results, coverage }) => ({
          flow,
          coverage,
          fixtures: results.map(({ fixture, deviations }) => ({ fixture, deviations })),
        })),
        null,
        2,
      ),
    );
    return failed === 0 ? 0 : 1;
  }
  for (const { flow, results, coverage } of report) {
    for (const result of results) {
      console.log(`${result.deviations.length === 0 ? "ok  " : "FAIL"} ${flow} ${result.fixture}`);
      for (const line of firstDeviationLines(result)) console.log(`       ${line}`);
    }
    if (results.length === 0) {
      if (args.length === 0 || args.includes(flow))
        console.log(
          `${flow}: no fixture ran, for it has none; npx foyer witness ${flow} writes some`,
        );
      continue;
    }
    // With single fixtures named, the uncovered list would hold nearly everything.
    const whole = args.length === 0 || args.includes(flow);
    for (const [name, part] of Object.entries(coverage))
      console.log(
        `${flow}: ${name} ${part.covered} of ${part.of}${part.missing.length === 0 || !whole ? "" : `; not: ${part.missing.join(", ")}`}`,
      );
  }
  console.log(`${played - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
