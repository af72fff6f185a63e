import { createHash } from "node:crypto";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import {
  contraryCases,
  type ContraryCase,
} from "../../../engine/fixtures/contrary/contrary-case.ts";
import {
  runContraryCase,
  type ContraryResult,
} from "../../../engine/fixtures/contrary/run-contrary-case.ts";
import type { FixtureDefinition } from "../../../engine/language/fixture.ts";

/** The options of a contrary replay. */
export interface ContraryOptions {
  /** Maximum number of cases to run; absent: all. */
  readonly sample?: number;
  /** Chooses the cases of a sample. */
  readonly seed: string;
}

/** The results of a flow's contrary replay. */
export interface ContraryReport {
  readonly flow: string;
  /** Cases there are; a sample runs fewer. */
  readonly cases: number;
  readonly results: readonly ContraryResult[];
}

/** Answers each call of the fixtures contrarily, once in each way, or a sample of that. */
export function replayContrary(
  flow: CompiledFlow,
  fixtures: readonly FixtureDefinition[],
  { sample, seed }: ContraryOptions,
): ContraryReport {
  const cases = fixtures.flatMap((fixture) => contraryCases(flow, fixture));
  const chosen = sample === undefined ? cases : chooseCases(cases, sample, seed);
  return { flow: flow.id, cases: cases.length, results: chosen.map(runContraryCase) };
}

/** Chooses some cases by the hash of seed and case, so that a seed always chooses the same. */
function chooseCases(
  cases: readonly ContraryCase[],
  most: number,
  seed: string,
): readonly ContraryCase[] {
  const ranked = cases.map((each) => {
    const { fixture, step, call, at, contrariness } = each;
    const name = [seed, fixture, step.number, call, at, contrariness.name].join("\n");
    return { each, rank: createHash("sha256").update(name).digest("hex") };
  });
  return ranked
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, most)
    .map(({ each }) => each);
}

/** The lines of a report: faults of one kind together with their first case, then the counts. */
export function contraryLines({ flow, cases, results }: ContraryReport): readonly string[] {
  const groups = new Map<string, ContraryResult[]>();
  for (const result of results)
    for (const { kind, detail } of result.faults) {
      const name = `${kind}: ${result.call}, ${result.contrariness}: ${detail}`;
      groups.set(name, [...(groups.get(name) ?? []), result]);
    }
  const faulty = results.filter(({ faults }) => faults.length > 0).length;
  const run = results.length === cases ? `${cases}` : `${results.length} of ${cases}`;
  return [
    ...[...groups].flatMap(([name, [first, ...more]]) =>
      first === undefined
        ? []
        : [
            `FAIL ${flow} ${name}`,
            `       ${first.fixture}, step ${first.step} → ${first.end} (${first.because})${more.length === 0 ? "" : `, and ${more.length} more`}`,
          ],
    ),
    `${flow}: ${run} contrary answers, ${faulty} with faults`,
  ];
}

/** Counts where each contrariness of each call led to: the matrix of a report. */
export function contraryMatrix({ results }: ContraryReport): readonly {
  readonly call: string;
  readonly contrariness: string;
  readonly journeys: number;
  readonly ends: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
}[] {
  const cells = new Map<string, readonly ContraryResult[]>();
  for (const result of results) {
    const name = `${result.call}\n${result.contrariness}`;
    cells.set(name, [...(cells.get(name) ?? []), result]);
  }
  return [...cells].map(([name, cell]) => {
    const [call = "", contrariness = ""] = name.split("\n");
    return {
      call,
      contrariness,
      journeys: cell.length,
      ends: countOf(cell.map(({ end }) => end)),
      faults: countOf(cell.flatMap(({ faults }) => faults.map(({ kind }) => kind))),
    };
  });
}

function countOf(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
