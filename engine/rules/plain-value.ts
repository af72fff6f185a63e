import type { Json } from "../language/json.ts";

/** A value that is no list and no object. */
export type PlainValue = string | number | boolean | null | undefined;

/**
 * The value an operator computes with: JavaScript's own conversion, without calling anything that
 * the data names. A list becomes its elements with commas between them, an object `[object
 * Object]`, also one with a member `toString`.
 */
export function plainValue(value: Json | undefined): PlainValue {
  return typeof value === "object" && value !== null ? textIn(value) : value;
}

/** The text of a value, as `String` writes it. */
export function plainText(value: Json | undefined): string {
  return String(plainValue(value));
}

function textIn(value: Exclude<Json, PlainValue>): string {
  if (!Array.isArray(value)) return "[object Object]";
  return (value as readonly Json[])
    .map((part) => (part === null || part === undefined ? "" : plainText(part)))
    .join(",");
}
