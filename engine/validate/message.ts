import type { FieldSchema } from "../language/form.ts";

/**
 * Copy key of a field's message by cause: its own for the cause, its own for anything, or the
 * general one.
 */
export function messageKey(field: FieldSchema | undefined, cause: string): string {
  return field?.errorMessage?.[cause] ?? field?.errorMessage?.["*"] ?? `validation.${cause}`;
}

/**
 * Keywords that refuse an answer. When several things are wrong with a field, the first of these is
 * shown.
 */
export const KEYWORDS = [
  "required",
  "type",
  "characters",
  "format",
  "enum",
  "const",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "not",
];

/** Sorting place of a JSON Schema keyword; unknown ones last. */
export function precedence(keyword: string): number {
  const at = KEYWORDS.indexOf(keyword);
  return at < 0 ? KEYWORDS.length : at;
}
