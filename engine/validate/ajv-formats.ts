import type { FormatDefinition } from "../language/format.ts";
import type { JsonObject } from "../language/json.ts";
import { normalizeValue } from "./normalize-value.ts";
import type { FormatCheckContext } from "./checks/check.ts";
import { compileFormat, type CompiledFormat } from "./format.ts";

const compiled = new WeakMap<JsonObject, ReadonlyMap<string, CompiledFormat>>();

/** Compiles formats that come as data, as in a view; the same data once. */
export function compileFormats(definitions: JsonObject): ReadonlyMap<string, CompiledFormat> {
  const known =
    compiled.get(definitions) ??
    new Map(
      Object.entries(definitions).map(([name, definition]) => [
        name,
        compileFormat(definition as unknown as FormatDefinition, () => undefined),
      ]),
    );
  compiled.set(definitions, known);
  return known;
}

/**
 * Ajv's format functions for the page's compiled validators, with the same result as the server's.
 * Text is normalised first, as on the server; empty text is left to `required`.
 */
export function ajvFormats(
  formats: ReadonlyMap<string, CompiledFormat>,
  given: FormatCheckContext,
): Record<string, (text: string) => boolean> {
  return Object.fromEntries(
    [...formats].map(([name, format]) => [
      name,
      (text: string) => {
        const value = normalizeValue(text, { format: name }, formats);
        return typeof value !== "string" || format.validate(value, given) === undefined;
      },
    ]),
  );
}
