import { isMap, isSeq, parseDocument, type Node, type Pair } from "yaml";

/** A one-line collection with its offset. */
interface FlowCollection {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
  readonly mark: string;
}

/**
 * Rewrites the outermost one-line collection around an offset in block style; undefined where that
 * is impossible.
 */
export function breakAround(text: string, offset: number): string | undefined {
  const found = outermost(text).find(({ start, end }) => start <= offset && offset < end);
  return found === undefined ? undefined : broken(text, found);
}

/** The outermost one-line collections, in order. */
function outermost(text: string): readonly FlowCollection[] {
  const document = parseDocument(text, { uniqueKeys: false });
  const found: FlowCollection[] = [];
  const visit = (node: unknown): void => {
    if (!isMap(node) && !isSeq(node)) return;
    const [start = 0, end = 0] = node.range ?? [];
    if (node.flow === true) {
      if (!text.slice(start, end).includes("\n"))
        found.push({
          start,
          end,
          mark: isSeq(node) ? "- " : "",
          parts: partsOf(text, start, node.items as readonly (Node | Pair)[]),
        });
      return;
    }
    for (const item of node.items) visit(isMap(node) ? (item as Pair).value : item);
  };
  visit(document.contents);
  return found;
}

/**
 * The text of each element, or of each member with its key; an anchor belongs to the value after
 * it.
 */
function partsOf(text: string, start: number, items: readonly (Node | Pair)[]): readonly string[] {
  let from = start + 1;
  return items.map((item) => {
    const last = "key" in item ? (item.value ?? item.key) : item;
    const end = (last as Node).range?.[1] ?? from;
    const part = text
      .slice(from, end)
      .replace(/^[\s,]+/, "")
      .trim();
    from = end;
    return part;
  });
}

function broken(text: string, { start, end, parts, mark }: FlowCollection): string | undefined {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  // An anchor belongs to the collection: it stays on its line.
  const lastWord = line.trim().split(/\s/).at(-1) ?? "";
  if (/^[&!]/.test(lastWord) || parts.length === 0 || parts.includes("")) return undefined;
  const inList = /^\s*(?:- )*$/.test(line);
  if (inList && mark !== "") return undefined;
  const lead = /^\s*(?:- )*/.exec(line)?.[0].length ?? 0;
  const indent = " ".repeat(inList ? line.length : lead + 2);
  const body = parts.map((part, at) => `${at === 0 && inList ? "" : indent}${mark}${part}`);
  const before = inList ? text.slice(0, start) : `${text.slice(0, start).trimEnd()}\n`;
  return `${before}${body.join("\n")}${text.slice(end)}`;
}
