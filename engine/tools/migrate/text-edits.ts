import { isAlias, isCollection, isNode, visit, type Document, type Node, type Pair } from "yaml";

/** A stretch of a text, and what stands there instead. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with its edits made; they do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (made, edit) => `${made.slice(0, edit.start)}${edit.text}${made.slice(edit.end)}`,
      text,
    );
}

/** Where a node stands, without the blank after it. */
export function spanOf(node: Node, text: string): { readonly start: number; readonly end: number } {
  const [start = 0, end = 0] = node.range ?? [];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** Where a member stands, from its key to the end of its value. */
export function spanOfPair(
  pair: Pair,
  text: string,
): { readonly start: number; readonly end: number } {
  const { start, end } = spanOf(pair.key as Node, text);
  return { start, end: isNode(pair.value) ? spanOf(pair.value, text).end : end };
}

/** Whether a node says no more than its JSON: no comment, no anchor and no alias is in it. */
export function isPlain(node: Node, document: Document): boolean {
  let plain = true;
  visit(node, (_, each) => {
    if (isAlias(each)) plain = false;
    if (!isNode(each)) return;
    const { anchor } = each as { readonly anchor?: string };
    if (anchor !== undefined || (each.comment ?? "") !== "" || (each.commentBefore ?? "") !== "")
      plain = false;
  });
  return plain && document.errors.length === 0;
}

/** The edit that puts a one-line value in the place of another, on the line of its key. */
export function replaceValue(node: Node, text: string, written: string): TextEdit {
  const { start, end } = spanOf(node, text);
  const lead = text.slice(0, start);
  const blank = isCollection(node) && /:[ \t]*\n[ \t]*$/.exec(lead);
  return blank === null || blank === false
    ? { start, end, text: written }
    : { start: start - blank[0].length, end, text: `: ${written}` };
}
