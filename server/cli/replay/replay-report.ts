import type { coverageOf } from "../../../engine/fixtures/coverage.ts";
import type { FixtureResult } from "../../../engine/fixtures/fixture-result.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import { definitionsHere } from "../read-definitions.ts";
import { firstDeviationLines } from "../deviation-lines.ts";
import { blankRows } from "./blank-rows.ts";
import { lostFieldLine, lostFields } from "./renamed-fields.ts";
import {
  fileOfFixture,
  isUpdatable,
  type PlayedFixture,
  type UpdatedFixture,
} from "./update-fixtures.ts";

/** The fixtures of a flow that ran, and what they cover. */
export interface FlowReport {
  readonly flow: string;
  readonly played: readonly (PlayedFixture | UpdatedFixture)[];
  readonly coverage: ReturnType<typeof coverageOf>;
  /** All fixtures of the flow ran. */
  readonly isWhole: boolean;
}

/** Whether a fixture does not hold. */
export function isFailed({ deviations }: FixtureResult): boolean {
  return deviations.length > 0;
}

/**
 * A report as JSON: the results of the flows that ran, then their coverage. Names that are not
 * covered are listed only where all fixtures ran.
 */
export function reportAsJson(report: readonly FlowReport[]) {
  return report
    .filter(({ played, isWhole }) => played.length > 0 || isWhole)
    .map(({ flow, played, coverage, isWhole }) => ({
      flow,
      fixtures: played.map((each) => {
        const { fixture, deviations } = each.result;
        const blank = blankRows(each.flow, each.fixture, each.result);
        return { fixture, deviations, ...(blank.length === 0 ? {} : { blank }) };
      }),
      coverage: Object.fromEntries(
        Object.entries(coverage).map(([name, { missing, ...counts }]) => [
          name,
          isWhole ? { ...counts, missing } : counts,
        ]),
      ),
    }));
}

/** Prints the fixtures that hold, what all of them cover, and last those that do not hold. */
export async function printReport(report: readonly FlowReport[]): Promise<void> {
  for (const { flow, played, coverage, isWhole } of report) {
    for (const each of played) if (!isFailed(each.result)) await printFixture(each);
    if (played.length === 0) {
      if (isWhole)
        console.log(
          `${flow}: no fixture ran, for it has none; npx foyer witness ${flow} writes some`,
        );
      continue;
    }
    // With single fixtures named, the uncovered list would hold nearly everything.
    for (const [name, part] of Object.entries(coverage))
      console.log(
        `${flow}: ${name} ${part.covered} of ${part.of}${part.missing.length === 0 || !isWhole ? "" : `; not: ${part.missing.join(", ")}`}`,
      );
  }
  const played = report.flatMap((each) => each.played);
  const failed = played.filter(({ result }) => isFailed(result));
  for (const each of failed) await printFixture(each);
  const updated = played.filter((each) => "isUpdated" in each && each.isUpdated).length;
  if (updated > 0)
    console.log(
      `the expectations of ${updated === 1 ? "1 fixture were" : `${updated} fixtures were`} rewritten; read the changes before you keep them`,
    );
  else if (failed.some(isUpdatable))
    console.log("where a change is meant, npx foyer replay --update rewrites what fixtures expect");
  console.log(`${played.length - failed.length} passed, ${failed.length} failed`);
}

type Update = Pick<UpdatedFixture, "isUpdated" | "refusedStep" | "renamed">;

async function printFixture(played: PlayedFixture | UpdatedFixture): Promise<void> {
  const { flow, fixture, result } = played;
  const { isUpdated, refusedStep, renamed }: Update =
    "isUpdated" in played ? played : { isUpdated: false, renamed: [] };
  const word = isFailed(result) ? "FAIL" : isUpdated ? "new " : "ok  ";
  console.log(`${word} ${flow.id} ${result.fixture}`);
  const lost = isFailed(result) ? lostFields(flow, fixture, result) : [];
  for (const line of [
    ...(await placeOfFailure(played)),
    ...renamed.map((each) => lostFieldLine(each, true)),
    ...firstDeviationLines(result),
    ...lost.map((each) => lostFieldLine(each)),
    ...blankRows(flow, fixture, result),
  ])
    console.log(`       ${line}`);
  if (refusedStep !== undefined)
    console.log(
      `       step ${refusedStep} is refused (${result.steps[refusedStep - 1]?.because ?? ""}); correct the step, then update again`,
    );
}

/** File and line of the first step that differs. */
async function placeOfFailure(played: PlayedFixture): Promise<readonly string[]> {
  const [first] = played.result.differences;
  if (first === undefined) return [];
  const { path, text } = await fileOfFixture(await definitionsHere(), played);
  return [`${path}:${readYaml(path, text).locate(`/steps/${first.step - 1}`).line}`];
}
