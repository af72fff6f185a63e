import { diffLines } from "diff";
import type { Json, JsonObject } from "../../engine/definition/json.ts";
import type { FixtureResult } from "../../engine/replay/fixture-result.ts";

/** What did not hold, for a terminal: a sentence for what is short, lines with − and + for what is not. */
export function deviationLines({ deviations, differences }: FixtureResult): readonly string[] {
  const shown = differences.map((difference) => ({ ...difference, lines: sideBySide(difference.wanted, difference.got) }));
  const sentences = new Set(differences.map(({ step, what, wanted, got }) => `step ${step}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`));
  return [
    // Whatever is no comparison: an action that was refused, a loop.
    ...deviations.filter((each) => !sentences.has(each)),
    ...shown.flatMap(({ step, what, wanted, got, lines }) =>
      lines.length <= 2
        ? [`step ${step}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`]
        : [`step ${step}: ${what} (- wanted, + got)`, ...lines.map((line) => `  ${line}`)],
    ),
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

/** Members in one order, whatever order they came in. */
function written(value: Json): string {
  return `${JSON.stringify(value, (_, part: Json) => (typeof part === "object" && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part as JsonObject).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part), 2)}\n`;
}
