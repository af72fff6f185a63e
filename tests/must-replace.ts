type Pattern = string | RegExp;

/** The text that takes the place of a match. `$` has no meaning in a string. */
type Replacement = string | ((match: string) => string);

/**
 * Replaces the first match, or every match of a pattern with `g`. Throws when the text is missing
 * or nothing matches.
 */
export function mustReplace(text: string | undefined, from: Pattern, to: Replacement): string {
  let matches = 0;
  const changed = text?.replace(from, (match) => {
    matches += 1;
    return typeof to === "string" ? to : to(match);
  });
  if (changed === undefined || matches === 0) throw new Error(`The text has no ${String(from)}.`);
  return changed;
}

/** Makes several edits in order, each like `mustReplace`. */
export function mustReplaceEach(
  text: string | undefined,
  edits: readonly (readonly [from: Pattern, to: Replacement])[],
): string {
  if (text === undefined) throw new Error("There is no text to edit.");
  return edits.reduce((known, [from, to]) => mustReplace(known, from, to), text);
}

/** Replaces every occurrence. Throws when the text is missing or holds none. */
export function mustReplaceAll(text: string | undefined, from: string, to: string): string {
  if (text?.includes(from) !== true) throw new Error(`The text has no ${from}.`);
  return text.replaceAll(from, () => to);
}
