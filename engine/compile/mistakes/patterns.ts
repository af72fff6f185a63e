import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import { childPointer } from "../../source/json-pointer.ts";

/** Members of definitions that hold a regular expression. */
const PATTERNS = new Set(["pattern", "refusePattern", "typed"]);

/**
 * Why a text is no regular expression (with the `u` flag, as it is run); undefined when it is one.
 */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, "u");
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(`Invalid regular expression: /${pattern}/u: `, "");
  }
}

/** Every regular expression in a JSON value, and where. */
export function patternsIn(
  value: Json,
  pointer = "",
): readonly { readonly pattern: string; readonly pointer: string }[] {
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value as JsonObject);
  return members.flatMap(([name, part]) => {
    const at = childPointer(pointer, name);
    if (typeof part === "string") return PATTERNS.has(name) ? [{ pattern: part, pointer: at }] : [];
    const keys = name === "patternProperties" && isObject(part) ? Object.keys(part) : [];
    return [...keys.map((pattern) => ({ pattern, pointer: at })), ...patternsIn(part, at)];
  });
}
