import { isAlias, isCollection, isNode, visit, type Document, type Node, type Pair } from "yaml";

/** A range of a text, and its replacement. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits to a text; they must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (made, edit) => `${made.slice(0, edit.start)}${edit.text}${made.slice(edit.end)}`,
      text,
    );
}

/** The range of a node, without trailing blanks. */
export function spanOf(node: Node, text: string): { readonly start: number; readonly end: number } {
  const [start = 0, end = 0] = node.range ?? [];
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** The range of a member, from its key to the end of its value. */
export function spanOfPair(
  pair: Pair,
  text: string,
): { readonly start: number; readonly end: number } {
  const { start, end } = spanOf(pair.key as Node, text);
  return { start, end: isNode(pair.value) ? spanOf(pair.value, text).end : end };
}

/** Whether a node is no more than its JSON: without comments, anchors and aliases. */
export function isPlainNode(node: Node, document: Document): boolean {
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

/** The edit that replaces a value by a one-line value, on the line of its key. */
export function replaceValue(node: Node, text: string, written: string): TextEdit {
  const { start, end } = spanOf(node, text);
  const lead = text.slice(0, start);
  const blank = isCollection(node) && /:[ \t]*\n[ \t]*$/.exec(lead);
  return blank === null || blank === false
    ? { start, end, text: written }
    : { start: start - blank[0].length, end, text: `: ${written}` };
}
