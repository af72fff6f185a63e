import type { CallResult } from "../../engine/transition/input.ts";
import type { Json } from "../../engine/language/json.ts";
import { isTooDeep } from "../http/request-text.ts";
import { hasLongText } from "./long-text.ts";
import { storableJson } from "./storable-json.ts";

/** The result of a call that a service answered. */
export function resultOf(status: number, location: string | null, text: string): CallResult {
  const read = jsonIn(text);
  return {
    status,
    answer: read ?? null,
    ...(read === undefined ? { malformed: true as const } : {}),
    ...(location === null ? {} : { location }),
  };
}

/**
 * Parses JSON; undefined for another text, for deep nesting and for a text too long to keep, null
 * for an empty text.
 */
function jsonIn(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value = text === "" ? null : (JSON.parse(text) as Json);
    return hasLongText(value) ? undefined : storableJson(value);
  } catch {
    return undefined;
  }
}
