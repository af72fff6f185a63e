import { readFile } from "node:fs/promises";
import type { FixtureDefinition } from "../../engine/language/fixture.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";

/** Reads a fixture from any path; one in a flow's own folder need not name the flow. */
export async function readFixture(path: string): Promise<FixtureDefinition> {
  return fixtureIn(path, await readFile(path, "utf8"));
}

/** The fixture of a file's text. @throws Error when it is not YAML with a map */
export function fixtureIn(path: string, text: string): FixtureDefinition {
  const { value, problems } = readYaml(path, text);
  if (problems.length > 0 || typeof value !== "object" || value === null)
    throw new Error(`${path} is no fixture: ${problems[0]?.message ?? "it is empty"}`);
  const fixture = value as unknown as FixtureDefinition;
  return { ...fixture, flow: fixture.flow ?? /flows\/([^/]+)\/fixtures\//.exec(path)?.[1] ?? "" };
}
