import type { CaseResult } from "./cases/case-result.ts";
import { readCases } from "./cases/read-cases.ts";
import { runRoutingCase } from "./cases/run-routing-case.ts";
import { runValidationCase } from "./cases/validation.ts";
import { defineCommand } from "./command.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { libraryHere, sourcesHere } from "./library-here.ts";
import { noSuch } from "./choose-flow.ts";
import { readGivenFile } from "./read-given-file.ts";

/** `foyer cases`: runs worked examples. */
export const casesCommand = defineCommand({
  usage: "cases FILE… [--flow FLOW] [--json]",
  help: `Each file is a JSON list of validation or routing cases in the shape of schemas/definition/cases.json. A failing case
prints FAIL with the expected and the actual result; the counts follow. --flow names the flow that the cases are about.
Without it the command takes the flow that has their variant and describes case files in flows/FLOW/cases/. Exit 1 when a
case fails.`,
  async run({ options, rest: files }) {
    if (files.length === 0) throw new Error("FILE is missing");
    const [library, sources] = [await libraryHere(), await sourcesHere()];
    const wanted = options["flow"];
    if (wanted !== undefined && !library.flows.has(wanted))
      throw noSuch("flow", wanted, library.flows.keys());
    const results: CaseResult[] = [];
    for (const file of files) {
      const text = await readGivenFile(file, "a JSON list of cases");
      const read = readCases(file, text, sources);
      if (!read.ok)
        return {
          code: 1,
          data: { ok: false, problems: read.problems },
          lines: [await formatProblems(read.problems, async () => Promise.resolve(text))],
        };
      for (const each of read.cases)
        results.push(
          "given" in each
            ? runRoutingCase(library, each, wanted)
            : runValidationCase(library, each, wanted),
        );
    }
    const failed = results.filter(({ passed, ambiguous }) => !passed && !ambiguous);
    const differ = results.filter(({ passed, ambiguous }) => !passed && ambiguous);
    return {
      code: failed.length === 0 ? 0 : 1,
      data: results,
      lines: [
        ...failed.map(({ id, expected, got }) => `FAIL ${id}: expected ${expected}, got ${got}`),
        ...(differ.length > 0
          ? [`${differ.length} ambiguous differ: ${differ.map(({ id }) => id).join(", ")}`]
          : []),
        `${results.length - failed.length - differ.length} passed, ${failed.length} failed`,
      ],
    };
  },
});
