import { isDeepStrictEqual } from "node:util";
import {
  isMap,
  isScalar,
  parse,
  parseDocument,
  type Document,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { LINE_WIDTH } from "../../../engine/source/write-yaml.ts";
import { writeBlock, writeText } from "../../../engine/source/write-scalar.ts";

/** Words that YAML does not read as text. */
const TAKEN = /^(?:true|false|null|yes|no|on|off|~)$/i;

/**
 * Changes one text of a YAML file and leaves every other byte as it is. A new text is added at the
 * end of its map.
 */
export function changeText(source: string, keys: readonly string[], text: string): string {
  const document = parseDocument(source);
  const node = document.getIn(keys, true);
  if (!isScalar(node) || node.range === undefined || node.range === null) {
    const added = withLines(source, document, { keys, text });
    document.setIn(keys, document.createNode(text));
    const isSame = added !== undefined && isDeepStrictEqual(parse(added), document.toJS());
    return isSame ? added : document.toString({ lineWidth: LINE_WIDTH });
  }
  const [start, end] = node.range;
  const put = (how: string) => source.slice(0, start) + how + source.slice(end);
  if (node.type === "BLOCK_FOLDED") {
    const folded = put(asFolded(source.slice(start, end), text));
    if (parseDocument(folded).getIn(keys) === text) return folded;
  }
  if (node.type === "BLOCK_LITERAL") {
    const block = put(asBlock(source.slice(start, end), text));
    if (parseDocument(block).getIn(keys) === text) return block;
  }
  return put(written(node, text));
}

/** A text to add. */
interface NewText {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The source with the lines of a new text; undefined where its map has no lines of its own. */
function withLines(
  source: string,
  document: Document,
  { keys, text }: NewText,
): string | undefined {
  const { map, rest } = deepestMap(document, keys);
  if (document.contents === null) return `${source}${linesOf(keys, text, 0)}`;
  const [first] = map?.items ?? [];
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  const end = map?.range?.[1];
  if (map?.flow === true || start === undefined || end === undefined) return undefined;
  const indent = start - (source.lastIndexOf("\n", start - 1) + 1);
  const line = source.slice(0, end).endsWith("\n") ? end : source.indexOf("\n", end) + 1;
  const before = line === 0 ? `${source}\n` : source.slice(0, line);
  return before + linesOf(rest, text, indent) + (line === 0 ? "" : source.slice(line));
}

/** A line for each key, the last one with the text. */
function linesOf(keys: readonly string[], text: string, indent: number): string {
  return keys
    .map((key, depth) => {
      const value = depth === keys.length - 1 ? ` ${valueOf(text, indent + 2 * (depth + 1))}` : "";
      return `${" ".repeat(indent + 2 * depth)}${keyOf(key)}:${value}\n`;
    })
    .join("");
}

/** The map that is nearest to a text, and the keys that lead on from it. */
function deepestMap(
  { contents }: Document,
  keys: readonly string[],
): { readonly map: YAMLMap | undefined; readonly rest: readonly string[] } {
  let map = isMap(contents) ? contents : undefined;
  let rest = keys;
  for (;;) {
    const next = map?.get(rest[0], true);
    if (rest.length < 2 || !isMap(next)) return { map, rest };
    map = next;
    rest = rest.slice(1);
  }
}

function keyOf(key: string): string {
  return writeText(key, { inFlow: false, quoted: false, isKey: true });
}

function valueOf(text: string, indent: number): string {
  const line = writeText(text, { inFlow: false, quoted: true });
  const block =
    line.length > LINE_WIDTH - indent ? writeBlock(text, LINE_WIDTH - indent) : undefined;
  if (block === undefined) return line;
  return [block.header, ...block.lines.map((each) => " ".repeat(indent) + each)].join("\n");
}

/** Folds a text with the indentation of the text before. */
function asFolded(before: string, text: string): string {
  const indent = /\n( +)/.exec(before)?.[1] ?? "  ";
  const block = writeBlock(text, LINE_WIDTH - indent.length);
  if (block === undefined) return `${JSON.stringify(text)}\n`;
  const lines = block.lines.map((line) => (line === "" ? "" : indent + line));
  return `${[block.header, ...lines].join("\n")}\n`;
}

/** Writes a block text with the header and indentation of the text before. */
function asBlock(before: string, text: string): string {
  const [header = "|", ...lines] = before.split("\n");
  const indent = /^ */.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0] ?? "  ";
  return `${[
    header,
    ...text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => (line === "" ? "" : indent + line)),
  ].join("\n")}\n`;
}

/** Writes a text in the style of the text before, as far as that can express it. */
function written({ type }: Scalar, text: string): string {
  if (type === "QUOTE_SINGLE" && !/[\n\r\t]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  if (
    type === "PLAIN" &&
    /^[\p{L}][\p{L}\p{N} .’…/-]*$/u.test(text) &&
    !text.endsWith(" ") &&
    !TAKEN.test(text)
  )
    return text;
  return `${JSON.stringify(text)}${type === "BLOCK_LITERAL" || type === "BLOCK_FOLDED" ? "\n" : ""}`;
}
