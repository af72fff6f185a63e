import { diffLines } from "diff";
import { isObject, type Json } from "../../engine/language/json.ts";
import { describeDifference } from "../../engine/fixtures/expectations.ts";
import type { FixtureResult } from "../../engine/fixtures/fixture-result.ts";

type Deviating = Pick<FixtureResult, "deviations" | "differences">;

/**
 * Lines of a terminal for the deviations of a fixture: a sentence for short ones, lines with − and
 * + for long ones.
 */
export function deviationLines({ deviations, differences }: Deviating): readonly string[] {
  const shown = differences.map((difference) => ({
    ...difference,
    lines: sideBySide(difference.wanted, difference.got),
  }));
  const sentences = new Set(differences.map((each) => describeDifference(each)));
  return [
    // Deviations without two values: a refused action, a loop.
    ...deviations.filter((each) => !sentences.has(each)),
    ...shown.flatMap(({ lines, ...difference }) =>
      lines.length <= 2
        ? [describeDifference(difference)]
        : [
            `step ${difference.step}: ${difference.what} (- wanted, + got)`,
            ...lines.map((line) => `  ${line}`),
          ],
    ),
  ];
}

/** The lines up to the first deviating step; later ones mostly follow from it. */
export function firstDeviationLines(result: Deviating): readonly string[] {
  const [first] = result.differences;
  if (first === undefined) return deviationLines(result);
  const later = [...new Set(result.differences.map(({ step }) => step))].filter(
    (step) => step !== first.step,
  );
  const lines = deviationLines({
    ...result,
    differences: result.differences.filter(({ step }) => step === first.step),
    deviations: result.deviations.filter((each) => !/^step \d+: /.test(each)),
  });
  return later.length === 0
    ? lines
    : [
        ...lines,
        `${later.length === 1 ? "step" : "steps"} ${later.join(", ")} ${later.length === 1 ? "differs" : "differ"} too, perhaps because of it`,
      ];
}

function sideBySide(wanted: Json, got: Json): readonly string[] {
  return diffLines(written(wanted), written(got)).flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `${added ? "+" : removed ? "-" : " "} ${line}`),
  );
}

/**
 * Serialises a value with sorted members. Entries of a list stand in one line each: a list that has
 * one more differs in that line alone.
 */
function written(value: Json): string {
  const text = isList(value)
    ? `[\n${value.map((each: Json) => `  ${JSON.stringify(sorted(each))}`).join("\n")}\n]`
    : JSON.stringify(sorted(value), null, 2);
  return `${text}\n`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0;
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => sorted(each));
  if (!isObject(value)) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, part]) => [name, sorted(part)]));
}
