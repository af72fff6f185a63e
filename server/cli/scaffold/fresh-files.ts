import type { Sources } from "../../../engine/language/sources.ts";

/** Files to write, and the message about them. */
export interface Scaffold {
  readonly files: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** The form of names that people give. */
export const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

const schemaLine = (path: string, name: string) =>
  `# yaml-language-server: $schema=${"../".repeat(path.split("/").length - 1)}schemas/definition/${name}.json\n`;

/** Files by path, each with the schema of its first line; an empty name: none. */
export type FileTexts = Readonly<Record<string, readonly [schema: string, text: string]>>;

/**
 * Files that are not there yet, each with the line that names its schema.
 *
 * @throws Error for a file that is there already
 */
export function fresh(sources: Sources, files: FileTexts, notes: readonly string[] = []): Scaffold {
  for (const path of Object.keys(files))
    if (sources.has(path)) throw new Error(`${path} is there already`);
  return {
    files: new Map(
      Object.entries(files).map(([path, [schema, text]]) => [
        path,
        schema === "" ? text : schemaLine(path, schema) + text,
      ]),
    ),
    notes,
  };
}
