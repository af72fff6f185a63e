/**
 * Wraps a text at a number of characters; the last line ends in an ellipsis when the text does not
 * fit.
 */
export function wrapText(text: string, characters: number, most: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > characters) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  const kept = lines.slice(0, most).map((each) => truncateText(each, characters));
  const last = kept.at(-1) ?? "";
  return lines.length > most
    ? [...kept.slice(0, -1), truncateText(`${last}…`, characters + 1)]
    : kept;
}

/** Cuts a text to a number of characters, the last one an ellipsis. */
export function truncateText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}
