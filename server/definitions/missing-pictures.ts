import { access } from "node:fs/promises";
import { join } from "node:path";
import { sourcesOfFlow } from "../../engine/compile/flow-sources.ts";
import type { Json } from "../../engine/language/json.ts";
import type { DefinitionProblem } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { childPointer } from "../../engine/source/json-pointer.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";

/** A picture of a flow: `/brand/FLOW/FILE` is served from `content/FLOW/brand/FILE`. */
const PICTURE = /^\/brand\/([^/{}]+)\/([^{}?#]+)$/;

/**
 * Warns of pictures that a flow's files name and that are not in its folder: pages would show a
 * gap.
 *
 * @param folder that contains content/
 */
export async function missingPictures(
  sources: Sources,
  flow: string,
  folder: string,
): Promise<readonly DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const [path, text] of sourcesOfFlow(sources, flow)) {
    if (!path.endsWith(".yaml") || !text.includes("/brand/")) continue;
    const document = readYaml(path, text);
    for (const [pointer, value] of textsIn(document.value ?? null, "")) {
      const [, owner, file] = PICTURE.exec(value) ?? [];
      if (owner === undefined || file === undefined) continue;
      const picture = `content/${owner}/brand/${file}`;
      if (await exists(join(folder, picture))) continue;
      found.push({
        code: "FLOW-PICTURE-MISSING",
        severity: "warning",
        message: `There is no file ${picture}: pages show a gap in the place of ${value}`,
        suggestion: `the picture at ${picture}`,
        file: path,
        ...document.locate(pointer),
      });
    }
  }
  return found;
}

function* textsIn(
  value: Json,
  pointer: string,
): Generator<readonly [pointer: string, text: string]> {
  if (typeof value === "string") yield [pointer, value];
  else if (typeof value === "object" && value !== null)
    for (const [name, part] of Object.entries(value))
      yield* textsIn(part as Json, childPointer(pointer, name));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
