import type { RJSFSchema } from "@rjsf/utils";
import schemaParser from "@rjsf/utils/lib/parser/schemaParser.js";
import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import type { Json, JsonObject } from "../language/json.ts";
import { FORM_OPTIONS, schemaCompiler } from "./json-schema.ts";

/**
 * Modules of Ajv that a page has for its validators, by the end of their names; see
 * web/form/validators.ts. Formats are handed to a validator when it is used.
 */
export const PAGE_MODULES = ["#formats", "equal", "ucs2length"] as const;

/**
 * Compiles the validators that rjsf asks for in a page, as CommonJS code that needs no eval. There
 * is one function for the form, and one for each part of it that decides what else is drawn.
 * `schemaParser` of rjsf finds the parts. The compiler has the draft and the options of the
 * server's.
 *
 * @param schema as `pageSchema` gives it
 * @throws Error what Ajv throws when the schema or one of its parts cannot be compiled
 */
export function pageValidatorCode(schema: JsonObject): string {
  const ajv = schemaCompiler({
    ...FORM_OPTIONS,
    code: { lines: true, source: true, formats: _`require("#formats")` },
  });
  for (const name of formatNames(schema)) ajv.addFormat(name, () => true);
  const parts: object[] = Object.values(schemaParser(schema as RJSFSchema));
  for (const part of parts) ajv.addSchema(part);
  const code = standaloneCode(ajv);
  for (const [, name = ""] of code.matchAll(/require\("([^"]+)"\)/g))
    if (!PAGE_MODULES.some((known) => name.endsWith(known)))
      throw new Error(`the page does not have what its validator needs: ${name}`);
  return code;
}

function formatNames(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) =>
    key === "format" && typeof inner === "string" ? [inner] : formatNames(inner),
  );
}
