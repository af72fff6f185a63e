import type { Json } from "../../engine/language/json.ts";

/**
 * Maximum number of characters of a text in an answer. What is kept of an answer comes back in
 * addresses and in requests, whose bodies hold four times as much.
 */
export const MOST_CHARACTERS = 64 * 1024;

/** Whether a text in an answer is too long to keep. */
export function hasLongText(value: Json): boolean {
  if (typeof value === "string") return value.length > MOST_CHARACTERS;
  return typeof value === "object" && value !== null && Object.values(value).some(hasLongText);
}
