import type { FieldSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { choicesOf, isMultiple } from "./fields.ts";
import type { CompiledFormat } from "./format.ts";

/**
 * Invisible characters: zero-width ones, direction marks, soft hyphens. Pasted text is full of
 * them.
 */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

/** Matches text of plain characters alone, as most is: it needs no search for invisible ones. */
const PLAIN = /^[\u0020-\u007e]*$/;

/**
 * The value that the form validates: without invisible characters, with plain spaces, normalised by
 * the field's format. Empty text is no answer.
 */
export function normalizeValue(
  value: Json,
  field: FieldSchema | undefined,
  formats: ReadonlyMap<string, CompiledFormat>,
): Json | undefined {
  if (typeof value === "string") {
    const plain =
      value.length > 100_000 || PLAIN.test(value)
        ? value
        : value.replace(INVISIBLE, "").replaceAll("\u00a0", " ").replaceAll("\u202f", " ");
    const format = field?.format === undefined ? undefined : formats.get(field.format);
    const text = format === undefined ? plain : format.normalise(plain);
    // Text that normalises to nothing ("abc" in a number) is wrong, not missing.
    return text === "" ? (plain.trim() === "" ? undefined : plain) : text;
  }
  if (Array.isArray(value) && field !== undefined && isMultiple(field)) return chosen(value, field);
  if (Array.isArray(value))
    return value.map((entry: Json) => normalizeValue(entry, field?.items, formats) ?? null);
  if (typeof value === "object" && value !== null) {
    const object: Record<string, Json> = {};
    for (const [name, inner] of Object.entries(value as JsonObject)) {
      const made = normalizeValue(inner, field?.properties?.[name] ?? undefined, formats);
      if (made !== undefined)
        Object.defineProperty(object, name, {
          value: made,
          enumerable: true,
          writable: true,
          configurable: true,
        });
    }
    return object;
  }
  return value ?? undefined;
}

/** Choices in the order in which they are offered, each once; none at all is no answer. */
function chosen(values: readonly Json[], field: FieldSchema): Json | undefined {
  const choices = choicesOf(field) ?? [];
  const place = (value: Json) => {
    const at = choices.findIndex((choice) => choice === value);
    return at < 0 ? choices.length : at;
  };
  const given = [...new Set(values)].filter((value) => value !== "");
  return given.length === 0 ? undefined : given.toSorted((a, b) => place(a) - place(b));
}

/** A validated value in its stored shape. */
export function storedValue(
  value: Json,
  field: FieldSchema | undefined,
  formats: ReadonlyMap<string, CompiledFormat>,
): Json {
  if (typeof value === "string") {
    const format = field?.format === undefined ? undefined : formats.get(field.format);
    return format === undefined ? value : format.store(value);
  }
  if (Array.isArray(value))
    return value.map((entry: Json) => storedValue(entry, field?.items, formats));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, inner]) => [
        name,
        storedValue(inner, field?.properties?.[name] ?? undefined, formats),
      ]),
    );
  }
  return value;
}

/**
 * Whether a text can be kept at all: no control characters but line breaks and tabs, no halves of
 * surrogate pairs.
 */
export function isStorable(text: string): boolean {
  if (PLAIN.test(text)) return true;
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  return (
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(text) && !/\p{Surrogate}/u.test(text)
  );
}
