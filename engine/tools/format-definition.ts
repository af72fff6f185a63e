import { schemaNamed } from "../compile/check/files/check-shape.ts";
import { definitionKind, readMetaSchemas } from "../compile/flow-sources.ts";
import type { JsonObject } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import { formatYaml, type FormatOptions, type FormatResult } from "../source/format-yaml.ts";

/** Returns a formatter of definition files that orders members by the schema of their kind. */
export function definitionFormatter(sources: Sources): (path: string) => FormatResult {
  const schemas = readMetaSchemas(sources);
  const files = new Map([...schemas].map(([kind, schema]) => [`${kind}.json`, schema]));
  return (path) => {
    const text = sources.get(path) ?? "";
    return formatYaml(path, text, { files, ...optionsOf(sources, path, schemas) });
  };
}

function optionsOf(
  sources: Sources,
  path: string,
  schemas: ReadonlyMap<string, JsonObject>,
): FormatOptions {
  const kind = definitionKind(path);
  if (kind === "copy") return { copy: true };
  if (kind !== undefined && kind !== "attachment") return optionsWith(schemas.get(kind));
  const named = sources.get(schemaNamed(path, sources.get(path) ?? "") ?? "");
  return optionsWith(named === undefined ? undefined : (JSON.parse(named) as JsonObject));
}

function optionsWith(schema: JsonObject | undefined): FormatOptions {
  return schema === undefined ? {} : { schema };
}
