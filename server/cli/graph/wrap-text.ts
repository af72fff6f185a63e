/** A text in lines of so many characters; what has no place in the last line is cut off with an ellipsis. */
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

/** A text no longer than that. */
export function truncateText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1)}…`;
}
