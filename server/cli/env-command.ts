import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { closest } from "../../engine/source/closest.ts";
import { wantedVariables, type WantedVariable } from "../calls/wanted-variables.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./options.ts";
import { sourcesHere } from "./read-library.ts";

/** `foyer env`: lists the environment variables of a flow. */
export const envCommand: Command = {
  usage: "env FLOW [--json]",
  help: `Prints each variable of the flow's services and providers: its name, which of them reads it, when it has to be set,
its meaning, and whether it is set here. No value is printed.`,
  async run(args, json) {
    const { rest } = readOptions(args, []);
    const sources = await sourcesHere();
    const flows = flowIds(sources);
    const id = rest[0] ?? (flows.length === 1 ? flows[0] : undefined);
    if (id === undefined) throw new Error(`FLOW is missing; there are ${flows.join(", ")}`);
    if (!flows.includes(id))
      throw new Error(
        `there is no flow ${id}; did you mean ${closest(id, flows) ?? flows.join(", ")}?`,
      );
    const result = compileFlow(sources, id);
    if (!result.ok) throw new DefinitionError(result.problems);
    const wanted = wantedVariables(result.flow, process.env);
    if (json) console.log(JSON.stringify(wanted, null, 2));
    else if (wanted.length === 0) console.log(`${id} reads no variables`);
    else for (const line of table(wanted)) console.log(line);
    return 0;
  },
};

function table(wanted: readonly WantedVariable[]): readonly string[] {
  const rows = [
    ["variable", "set", "read by", "needed", "meaning"],
    ...wanted.map(({ name, set, by, needed, description }) => [
      name,
      set ? "yes" : "no",
      by,
      needed,
      description,
    ]),
  ];
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
