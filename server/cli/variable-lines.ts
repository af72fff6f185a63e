import type { FlowServices } from "../../engine/compile/compiled-flow.ts";
import { wantedVariables, type WantedVariable } from "../calls/wanted-variables.ts";

/** What a version asks of the environment of every node. */
export interface VariableNews {
  /** Variables that the version before did not read. */
  readonly added: readonly WantedVariable[];
  /** Names of the others that OTE and production need and that are not set here. */
  readonly unset: readonly string[];
}

/**
 * Compares the variables that two versions of a flow read.
 *
 * @param before undefined: there is none
 */
export function variableNews(
  before: FlowServices | undefined,
  after: FlowServices,
  env: NodeJS.ProcessEnv,
): VariableNews {
  const read = new Set(
    before === undefined ? [] : wantedVariables(before, env).map(({ name }) => name),
  );
  const wanted = wantedVariables(after, env);
  const added = before === undefined ? [] : wanted.filter(({ name }) => !read.has(name));
  const isAdded = new Set(added.map(({ name }) => name));
  const unset = wanted.filter(({ name, required, set }) => required && !set && !isAdded.has(name));
  return { added, unset: [...new Set(unset.map(({ name }) => name))] };
}

/**
 * The lines of a terminal for what a version asks of the environment.
 *
 * @param development a sandbox replaces a missing service
 */
export function variableLines(
  flow: string,
  { added, unset }: VariableNews,
  development: boolean,
): readonly string[] {
  return [
    ...added.map(
      ({ name, by, needed, description, set }) =>
        `${flow} reads the new variable ${name} for ${by}, needed ${needed}, ${set ? "set" : "not set"} here: ${description}`,
    ),
    ...(added.length === 0
      ? []
      : ["Set new variables on every node before a publish: without them its calls fail."]),
    ...(unset.length === 0 || development
      ? []
      : [`${flow} also needs ${unset.join(", ")} on every node; not set here.`]),
  ];
}
