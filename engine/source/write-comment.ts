import { fold } from "./write-scalar.ts";

/** Characters that a line of a comment may have. */
const COMMENT_WIDTH = 100;

/** Lines that keep their own line: editor directives and list entries. */
const OWN_LINE = /^(?: ?yaml-language-server:| *[-*•] | {2,}| ?!)/;

/**
 * The lines of a comment without signs; blank lines are empty. From the first overlong line on, its
 * paragraph is wrapped anew.
 */
export function commentLines(comment: string, indent: number): readonly string[] {
  if (comment === "") return [];
  const room = COMMENT_WIDTH - indent - 2;
  const lines: string[] = [];
  let rest = "";
  const flush = () => {
    if (rest !== "") lines.push(...fold(rest, room));
    rest = "";
  };
  for (const line of comment.split("\n")) {
    const text = line.trimEnd();
    if (text === "" || OWN_LINE.test(text)) {
      flush();
      lines.push(text.trimStart() === "" ? "" : text.replace(/^ /, ""));
      continue;
    }
    const words = text.trimStart();
    if (rest !== "") rest = `${rest} ${words}`;
    else if ([...words].length > room) rest = words;
    else lines.push(words);
    const folded = rest === "" ? [] : fold(rest, room);
    if (folded.length > 1) lines.push(...folded.slice(0, -1));
    rest = folded.at(-1) ?? "";
  }
  flush();
  return lines.map((line) => (line === "" ? "" : `${" ".repeat(indent)}# ${line}`));
}
