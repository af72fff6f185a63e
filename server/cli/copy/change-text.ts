import { isScalar, parseDocument, type Scalar } from "yaml";
import { LINE_WIDTH } from "../../../engine/source/write-yaml.ts";
import { writeBlock } from "../../../engine/source/write-scalar.ts";

/** Words that YAML does not read as text. */
const TAKEN = /^(?:true|false|null|yes|no|on|off|~)$/i;

/**
 * Changes one text of a YAML file and leaves every other byte as it is. A new text is added in its
 * map.
 */
export function changeText(source: string, keys: readonly string[], text: string): string {
  const document = parseDocument(source);
  const node = document.getIn(keys, true);
  if (!isScalar(node) || node.range === undefined || node.range === null) {
    document.setIn(keys, document.createNode(text));
    return document.toString({ lineWidth: 0 });
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
