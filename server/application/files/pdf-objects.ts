/*
 * Finds the objects of a document as a viewer finds them: a viewer may begin at any `obj`, also at
 * one within a stream, a text or a comment.
 */

/** A stream with what its dictionary says; names are as they are written. */
export interface PdfStream {
  readonly head: string;
  /** Where its content begins. */
  readonly from: number;
}

/** The readable text of a document, without the contents of its streams, and these streams. */
export interface PdfObjects {
  readonly outside: string;
  readonly streams: readonly PdfStream[];
}

const WHITE = new Set(["\0", "\t", "\n", "\f", "\r", " "]);

/** Letters before an object within a stream that are kept with it: its numbers. */
const NUMBERS = 40;

/** Splits a document. Undefined where a dictionary has no end, or its brackets do not fit. */
export function objectsOf(text: string): PdfObjects | undefined {
  const outside: string[] = [];
  const streams: PdfStream[] = [];
  // Begin of the text that is not yet kept, and the end of the stream that it lies behind.
  let kept = 0;
  for (let at = text.indexOf("obj"); at >= 0; at = text.indexOf("obj", at + 3)) {
    if (text.startsWith("end", at - 3)) continue;
    const begin = afterWhite(text, at + 3);
    if (!text.startsWith("<<", begin)) {
      if (at < kept) outside.push(text.slice(Math.max(0, at - NUMBERS), at + 3 + NUMBERS));
      continue;
    }
    const end = endOfDictionary(text, begin);
    if (end === undefined) return undefined;
    if (at < kept) outside.push(text.slice(Math.max(0, at - NUMBERS), end));
    const keyword = afterWhite(text, end);
    if (!text.startsWith("stream", keyword)) continue;
    const from = afterLine(text, keyword + "stream".length);
    streams.push({ head: text.slice(begin, end), from });
    if (at < kept) continue;
    outside.push(text.slice(kept, keyword));
    const stop = text.indexOf("endstream", from);
    kept = stop < 0 ? from : stop;
  }
  outside.push(text.slice(kept));
  return { outside: outside.join("\n"), streams };
}

/** The place after white space and comments. */
function afterWhite(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "%") at = endOfLine(text, at);
    else if (!WHITE.has(letter)) break;
  }
  return Math.min(at, text.length);
}

/** The last letter of a line, its line break apart. */
function endOfLine(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === "\n" || text[at] === "\r") return at;
  return text.length;
}

/** The place after the end of a line, which is one of the three line breaks. */
function afterLine(text: string, from: number): number {
  const end = endOfLine(text, from);
  return text.startsWith("\r\n", end) ? end + 2 : Math.min(end + 1, text.length);
}

/** The place behind the dictionary that begins at a place; undefined where it does not close. */
function endOfDictionary(text: string, from: number): number | undefined {
  const open: string[] = [];
  for (let at = from; at < text.length; at++) {
    switch (text[at]) {
      case "%":
        at = endOfLine(text, at);
        break;
      case "(":
        at = endOfString(text, at);
        break;
      case "[":
        open.push("]");
        break;
      case "]":
        if (open.pop() !== "]") return undefined;
        break;
      case "<":
        if (text[at + 1] === "<") {
          open.push(">>");
          at++;
        } else {
          const end = text.indexOf(">", at);
          if (end < 0) return undefined;
          at = end;
        }
        break;
      case ">":
        if (text[at + 1] !== ">") break;
        if (open.pop() !== ">>") return undefined;
        at++;
        if (open.length === 0) return at + 1;
        break;
      default:
    }
  }
  return undefined;
}

/** The place of the parenthesis that closes a text; the end where none does. */
function endOfString(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === "\\") at++;
    else if (letter === "(") depth++;
    else if (letter === ")" && --depth === 0) return at;
  }
  return text.length;
}
