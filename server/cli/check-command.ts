import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import type { Command } from "./command.ts";
import { formatProblems } from "../definitions/format-problems.ts";
import { readOptions } from "./options.ts";
import { readDefinition, sourcesHere } from "./read-library.ts";

/** `foyer check`: checks all definitions in every variant. */
export const checkCommand: Command = {
  usage: "check [FLOW…] [--json]",
  help: `Lists every problem with file, line, column and a suggestion. Exit 1 when there is an error.`,
  async run(args, json) {
    const { rest } = readOptions(args, []);
    const sources = await sourcesHere().catch((error: unknown) => {
      if (error instanceof DefinitionError) return error;
      throw error;
    });
    const results =
      sources instanceof DefinitionError
        ? []
        : (rest.length > 0 ? rest : flowIds(sources)).map((flow) => ({
            flow,
            result: compileFlow(sources, flow),
          }));
    const problems =
      sources instanceof DefinitionError
        ? sources.problems
        : results.flatMap(({ result }) => (result.ok ? result.warnings : result.problems));
    const errors = problems.filter(({ severity }) => severity === "error").length;
    if (json) console.log(JSON.stringify({ ok: errors === 0, problems }, null, 2));
    else {
      if (problems.length > 0) console.log(await formatProblems(problems, readDefinition));
      if (
        problems.some(
          ({ code, severity }) => severity === "error" && /^FLOW-(?:SHAPE|YAML-|SCHEMA)/.test(code),
        )
      )
        console.log(
          "Names, rules and texts are checked once every file is written as its kind is.",
        );
      for (const { flow, result } of results)
        if (result.ok)
          console.log(
            `${flow} ${result.flow.version}: ${result.flow.variants.length} variants, ${[...(result.flow.variants[0] === undefined ? [] : [result.flow.variant(result.flow.variants[0]).screens.size])].join("")} screens, no errors`,
          );
    }
    return errors === 0 ? 0 : 1;
  },
};
