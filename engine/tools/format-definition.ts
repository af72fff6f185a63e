import { schemaNamed } from "../compile/check/check-shape.ts";
import { kindOf } from "../compile/flow-sources.ts";
import type { JsonObject } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import { formatYaml, type FormatOptions, type FormatResult } from "../source/format-yaml.ts";

/** The canonical form of a definition file, its members in the order of its kind's schema. */
export function formatDefinition(sources: Sources, path: string): FormatResult {
  const text = sources.get(path) ?? "";
  return formatYaml(path, text, optionsOf(sources, path, text));
}

function optionsOf(sources: Sources, path: string, text: string): FormatOptions {
  const kind = kindOf(path);
  if (kind === "copy") return { copy: true };
  const schema =
    kind === undefined || kind === "attachment"
      ? sources.get(schemaNamed(path, text) ?? "")
      : sources.get(`schemas/definition/${kind}.json`);
  return schema === undefined ? {} : { schema: JSON.parse(schema) as JsonObject };
}
