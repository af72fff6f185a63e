import { checkFixture, type FixtureText } from "../../engine/compile/check/check-fixture.ts";
import type { FixtureDefinition } from "../../engine/language/fixture.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import type { FlowLibrary } from "../definitions/flow-library.ts";
import { readGivenFile } from "./read-given-file.ts";

/** A fixture in a file that a command was given. */
export interface FixtureFile extends FixtureText {
  readonly fixture: FixtureDefinition;
}

/**
 * Reads a fixture from any path; one in a flow's own folder need not name the flow.
 *
 * @throws Error where it names no flow of the library
 */
export async function readFixture(
  path: string,
  { flows }: Pick<FlowLibrary, "flows">,
): Promise<FixtureFile> {
  const text = await readGivenFile(path, "a fixture");
  const fixture = fixtureIn(path, text);
  const { flow = "" } = fixture;
  const known = [...flows.keys()].join(", ");
  if (flow === "")
    throw new Error(`${path} names no flow, and lies in none's folder: add flow: with ${known}`);
  if (!flows.has(flow)) throw new Error(`${path} is of the flow ${flow}; there are ${known}`);
  return { path, text, fixture };
}

/** The problems of fixtures in files outside of their flows' folders. */
export function fixtureProblems(
  sources: Sources,
  { flows }: Pick<FlowLibrary, "flows">,
  files: readonly FixtureFile[],
): readonly DefinitionProblem[] {
  return files.flatMap((file) => {
    const flow = flows.get(file.fixture.flow ?? "");
    return flow === undefined || sources.get(file.path) === file.text
      ? []
      : checkFixture(sources, flow, file);
  });
}

/** The fixture of a file's text. @throws Error when it is not YAML with a map */
export function fixtureIn(path: string, text: string): FixtureDefinition {
  const { value, problems } = readYaml(path, text);
  if (problems.length > 0 || typeof value !== "object" || value === null)
    throw new Error(`${path} is no fixture: ${problems[0]?.message ?? "it is empty"}`);
  const fixture = value as unknown as FixtureDefinition;
  return { ...fixture, flow: fixture.flow ?? /flows\/([^/]+)\/fixtures\//.exec(path)?.[1] ?? "" };
}
