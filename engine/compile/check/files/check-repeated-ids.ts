import { contentOf, type DefinitionFile } from "../../flow-sources.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";

/** Members that name what a file of each kind defines. */
const NAMED = { screen: "screen", transitions: "table", fixture: "fixture" } as const;

/**
 * Reports two files that define the same name: the later one would silently override the earlier
 * one. Calls are named one by one.
 */
export function checkRepeatedIds(files: readonly DefinitionFile[]): DefinitionProblem[] {
  const first = new Map<string, string>();
  return files.flatMap((file) => {
    const { kind, document } = file;
    const content = contentOf(file);
    const ids =
      kind === "calls"
        ? Object.keys((content["calls"] as object | undefined) ?? {}).map((id) => ({
            id,
            pointer: `/calls/${id}`,
          }))
        : kind === "screen" || kind === "transitions" || kind === "fixture"
          ? [{ id: String(content[NAMED[kind]] ?? file.name), pointer: `/${NAMED[kind]}` }]
          : [];
    return ids.flatMap(({ id, pointer }): DefinitionProblem[] => {
      const other = first.get(`${kind} ${id}`);
      first.set(`${kind} ${id}`, other ?? document.path);
      if (other === undefined) return [];
      return [
        {
          code: "FLOW-ID-REPEATED",
          severity: "error",
          message: `${other} defines "${id}" already`,
          file: document.path,
          ...document.locate(pointer),
        },
      ];
    });
  });
}
