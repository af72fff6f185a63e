import { childPointer } from "../../../source/json-pointer.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";

/** How long a text may be, by its key: `*` stands for one part of it, `**` for the rest. */
interface Bound {
  readonly keys: string;
  readonly most: number;
  /** Where such a text stands, for people. */
  readonly place: string;
}

/**
 * Reports texts that are longer than their place: a label that runs over three lines, a button that
 * is cut off. The bounds stand in the meta-schema of copy (`x-longest`); a placeholder counts as it
 * is written, since its value is not known.
 *
 * @param schema the meta-schema of copy
 */
export function checkCopyLength(
  file: DefinitionFile,
  schema: JsonObject | undefined,
): DefinitionProblem[] {
  const bounds = (schema?.["x-longest"] ?? []) as unknown as readonly Bound[];
  if (file.kind === "copy")
    return tooLong(file, bounds, { texts: contentOf(file), key: file.prefix ?? [], pointer: "" });
  const copy = file.kind === "overlay" ? contentOf(file)["copy"] : undefined;
  return Object.entries(copy ?? {}).flatMap(([locale, texts]: [string, Json]) =>
    tooLong(file, bounds, { texts, key: [], pointer: `/copy/${locale}` }),
  );
}

/** A text, or texts by name, with their copy key and their pointer in the file. */
interface CopyPart {
  readonly texts: Json;
  readonly key: readonly string[];
  readonly pointer: string;
}

function tooLong(
  file: DefinitionFile,
  bounds: readonly Bound[],
  { texts, key, pointer }: CopyPart,
): DefinitionProblem[] {
  if (isObject(texts))
    return Object.entries(texts).flatMap(([name, inner]: [string, Json]) =>
      tooLong(file, bounds, {
        texts: inner,
        key: [...key, name],
        pointer: childPointer(pointer, name),
      }),
    );
  const bound =
    typeof texts === "string" ? bounds.find(({ keys }) => fits(keys.split("."), key)) : undefined;
  const length = typeof texts === "string" ? [...texts].length : 0;
  if (bound === undefined || length <= bound.most) return [];
  return [
    {
      code: "FLOW-COPY-LONG",
      severity: "error",
      message: `The text "${key.join(".")}" has ${length} characters; ${bound.place} takes at most ${bound.most}`,
      file: file.document.path,
      ...file.document.locate(pointer),
    },
  ];
}

function fits(pattern: readonly string[], key: readonly string[]): boolean {
  const rest = pattern.at(-1) === "**";
  const fixed = rest ? pattern.slice(0, -1) : pattern;
  return (
    (rest ? key.length > fixed.length : key.length === fixed.length) &&
    fixed.every((part, at) => part === "*" || part === key[at])
  );
}
