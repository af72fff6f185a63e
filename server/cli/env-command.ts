import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { flowIds } from "../../engine/compile/flow-sources.ts";
import { ENVIRONMENTS, SANDBOX_ENVIRONMENTS } from "../../engine/language/environments.ts";
import { DefinitionError } from "../../engine/language/problem.ts";
import { sandboxFrames } from "../calls/sandbox-frames.ts";
import { wantedVariables, type WantedVariable } from "../calls/wanted-variables.ts";
import { defineCommand } from "./command.ts";
import { sourcesHere } from "./library-here.ts";
import { chooseFlow } from "./choose-flow.ts";

/** `foyer env`: lists the environment variables of a flow. */
export const envCommand = defineCommand({
  usage: "env FLOW [--json]",
  help: `Prints each variable of the flow's services and providers: its name, which of them reads it, when it has to be set,
its meaning, and whether it is set here; below them, frames that would show a page of the sandbox in FOYER_ENV, or else
in OTE and production, and what to set. No value is printed. --json: { variables, warnings }.`,
  async run({ rest }) {
    const sources = await sourcesHere();
    const id = chooseFlow(flowIds(sources), rest[0]);
    const result = compileFlow(sources, id);
    if (!result.ok) throw new DefinitionError(result.problems);
    const wanted = wantedVariables(result.flow, process.env);
    const warnings = strictEnvironments(process.env["FOYER_ENV"]).flatMap((environment) =>
      sandboxFrames(result.flow, process.env, environment),
    );
    const lines = wanted.length === 0 ? [`${id} reads no variables`] : table(wanted);
    return { code: 0, data: { variables: wanted, warnings }, lines: [...lines, ...warnings] };
  },
});

/** The environment of this machine, or each that has no sandbox. */
function strictEnvironments(named: string | undefined): readonly string[] {
  if (named !== undefined && named !== "") return [named];
  return ENVIRONMENTS.filter((environment) => !SANDBOX_ENVIRONMENTS.has(environment));
}

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
