import { Composer, Parser, type CST, type Document } from "yaml";

type Collection = CST.BlockMap | CST.BlockSequence;

/**
 * Parses a text and assigns each comment to the value beside it. The parser gives all comments
 * behind the last entry of a block to that block; those further left belong to the next value.
 */
export function parseWithComments(text: string): Document.Parsed | undefined {
  const tokens = [...new Parser().parse(text)];
  for (const token of tokens)
    if (token.type === "document" && isBlock(token.value)) {
      const rest = straighten(token.value);
      if (rest.length > 0) token.end = [...rest, ...(token.end ?? [])];
    }
  const composer = new Composer({ merge: false, version: "1.2", uniqueKeys: false });
  return [...composer.compose(tokens, true, text.length)][0];
}

/** Moves comments of blocks to their values. Returns those that stand left of the block itself. */
function straighten(block: Collection): CST.SourceToken[] {
  for (const [at, item] of block.items.entries()) {
    if (!isBlock(item.value)) continue;
    const rest = straighten(item.value);
    const next = block.items[at + 1];
    if (rest.length === 0) continue;
    if (next === undefined) block.items.push({ start: rest });
    else next.start.unshift(...rest);
  }
  const last = block.items.at(-1);
  if (last === undefined || last.key !== undefined || last.value !== undefined) return [];
  if (last.sep !== undefined || last.start.some(({ type }) => !isSpace(type))) return [];
  const left = last.start.findIndex(
    ({ type, indent }) => type === "comment" && indent < block.indent,
  );
  if (left === -1) return [];
  // The blank lines and the indentation before a comment move with it.
  const from = last.start.findLastIndex(({ type }, at) => at < left && type === "comment") + 1;
  const end = last.start[from]?.type === "newline" && from > 0 ? from + 1 : from;
  return last.start.splice(end);
}

function isBlock(token: CST.Token | null | undefined): token is Collection {
  return token?.type === "block-map" || token?.type === "block-seq";
}

function isSpace(type: string): boolean {
  return type === "comment" || type === "newline" || type === "space";
}
