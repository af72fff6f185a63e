import { asList, type Json } from "../../../engine/language/json.ts";
import type { Word } from "./words.ts";

/** A value that a member does not take, and why. */
export interface WrongValue {
  readonly value: Json;
  readonly reason: string;
}

/**
 * A slip that authors make with a member of this type. Undefined where any text or value is
 * taken, so that no slip is one of its type.
 */
export function wrongValue({ schema, type, name }: Word): WrongValue | undefined {
  const choices = schema["enum"];
  const [choice] = asList(choices);
  if (typeof choice === "string") return { value: misspelt(choice), reason: "none of the choices" };
  if (type === "rule")
    return name === "when" || name === "rule"
      ? { value: "readerKnown", reason: "a text always holds; a guard is `{ guard: readerKnown }`" }
      : { value: "readerKnown", reason: "a text is no rule; a guard is `{ guard: readerKnown }`" };
  switch (schema["type"]) {
    case "boolean":
      return { value: "yes", reason: "a text; YAML 1.2 has `true` and `false` only" };
    case "integer":
    case "number":
      return typeof schema["minimum"] === "number"
        ? { value: schema["minimum"] - 1, reason: `less than ${schema["minimum"]}` }
        : { value: "10", reason: "a text in quotes, where a number belongs" };
    case "array":
      return { value: "one, two", reason: "a text; a list is `[one, two]`" };
    case "object":
      return { value: ["one"], reason: "a list, where names belong" };
    default:
      return undefined;
  }
}

/** The text with its last two letters swapped, or one letter more where they are alike. */
function misspelt(text: string): string {
  const swapped = `${text.slice(0, -2)}${text.at(-1) ?? ""}${text.at(-2) ?? ""}`;
  return swapped === text || text.length < 2 ? `${text}s` : swapped;
}
