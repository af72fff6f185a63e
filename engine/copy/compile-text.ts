import type { Json } from "../language/json.ts";
import { plainNumber } from "./plain-number.ts";

/** The values for a text's placeholders, by name. */
export type TextParameters = Readonly<Record<string, Json | undefined>>;

/** Writes a value under the name of a format, as in `{amount, money}`. */
export type TextFormats = Readonly<Record<string, (value: Json) => string>>;

/** Fills the placeholders of one text. */
export type FillText = (parameters: TextParameters) => string;

/** Parameters that i18next reads as options, which may select another text. */
const I18NEXT_OPTIONS: ReadonlySet<string> = new Set([
  "appendNamespaceToCIMode",
  "applyPostProcessor",
  "context",
  "count",
  "defaultValue",
  "fallbackLng",
  "formatParams",
  "ignoreJSONStructure",
  "interpolation",
  "interpolationkey",
  "joinArrays",
  "keySeparator",
  "lng",
  "lngs",
  "missingInterpolationHandler",
  "missingKeyNoValueFallbackToKey",
  "nest",
  "ns",
  "nsSeparator",
  "ordinal",
  "postProcess",
  "replace",
  "returnDetails",
  "returnObjects",
  "skipInterpolation",
]);

/** Whether a parameter of this name selects the text instead of filling a placeholder. */
export function choosesText(name: string): boolean {
  return I18NEXT_OPTIONS.has(name);
}

type Part = string | { readonly name: string; readonly written: string; readonly format?: string };

/**
 * Splits a text at its placeholders, by the rules of i18next for `{` and `}`.
 *
 * @returns the text itself without placeholders; undefined where only i18next can fill it (nesting,
 *   paths, options)
 */
export function compileText(text: string, formats: TextFormats): string | FillText | undefined {
  if (!text.includes("{") && !text.includes("$t(")) return text;
  const parts = partsOf(text, formats);
  if (parts === undefined) return undefined;
  return (parameters) => {
    let filled = "";
    for (const part of parts)
      filled += typeof part === "string" ? part : fillPlaceholder(part, parameters, formats);
    return filled;
  };
}

/** A placeholder: a name with an optional format, `amount` or `amount, money`. */
const PLACEHOLDER = /^ *([A-Za-z]\w*) *(?:, *([a-z]+) *)?$/;

function partsOf(text: string, formats: TextFormats): readonly Part[] | undefined {
  if (text.includes("$t(") || text.includes("{-")) return undefined;
  const parts: Part[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf("{", from);
    // The name has at least one character, so the closing bracket is not the next one.
    const end = start < 0 ? -1 : text.indexOf("}", start + 2);
    if (end < 0) break;
    const [, name, format] = PLACEHOLDER.exec(text.slice(start + 1, end)) ?? [];
    if (name === undefined || choosesText(name)) return undefined;
    if (format !== undefined && !Object.hasOwn(formats, format)) return undefined;
    const written = text.slice(start, end + 1);
    parts.push(text.slice(from, start));
    parts.push({ name, written, format });
    from = end + 1;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}

function fillPlaceholder(
  { name, written, format }: Exclude<Part, string>,
  parameters: TextParameters,
  formats: TextFormats,
): string {
  // A placeholder without a parameter stays as written; one with an absent value is empty.
  if (!Object.hasOwn(parameters, name)) return written;
  const value = parameters[name];
  if (value === undefined || value === null) return "";
  if (format === undefined) return typeof value === "number" ? plainNumber(value) : String(value);
  return formats[format]?.(value) ?? "";
}
