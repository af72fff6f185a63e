import type { Json } from "../../engine/language/json.ts";

/** Half of a surrogate pair, or NUL: PostgreSQL refuses JSON with either. */
const UNSTORABLE = /\u0000|\p{Surrogate}/gu;

/** Stands for what cannot be read, as in a decoded text. */
const REPLACEMENT = "\ufffd";

/**
 * Makes JSON from outside storable: replaces characters that no text of the database may hold,
 * makes numbers beyond the range null, and drops members called `__proto__`.
 */
export function storableJson(value: Json): Json {
  if (typeof value === "string") return storableText(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "__proto__")
      .map(([name, inner]) => [storableText(name), storableJson(inner)]),
  );
}

function storableText(text: string): string {
  return text.replace(UNSTORABLE, REPLACEMENT);
}
