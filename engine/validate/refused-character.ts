import type { FormatDefinition } from "../language/format.ts";

/**
 * Stands in the messages of a page for the character that a check refuses: U+FFFC, the object
 * replacement character, which no text that is typed or written may hold otherwise.
 */
export const CHARACTER_PLACE = "\uFFFC";

/** A pattern that says which characters a text may have, such as `^[A-Za-z -]+$`. */
const CLASS_ALONE = /^\^\[(?:[^\]\\]|\\.)+\]\+\$$/u;

/** Whether the check with a code is a pattern that says which characters a text may have. */
export function namesCharacters(format: FormatDefinition, code: string): boolean {
  return CLASS_ALONE.test(patternOf(format, code) ?? "");
}

/**
 * The first character of a text that the pattern of a check does not take: `é` of `José` for the
 * pattern `^[A-Za-z]+$`. Undefined where the check is no pattern, or takes each character.
 */
export function refusedCharacter(
  format: FormatDefinition,
  code: string,
  text: string,
): string | undefined {
  const pattern = patternOf(format, code);
  if (pattern === undefined) return undefined;
  const taken = new RegExp(pattern, "u");
  return [...text.normalize()].find((character) => !taken.test(character));
}

function patternOf({ checks }: FormatDefinition, code: string): string | undefined {
  const pattern = checks.find((each) => each.code === code)?.["pattern"];
  return typeof pattern === "string" ? pattern : undefined;
}
