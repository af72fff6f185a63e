import { isScalar, parseDocument, type Scalar } from "yaml";
import { LINE_WIDTH } from "../../../engine/source/write-yaml.ts";
import { writeBlock } from "../../../engine/source/write-scalar.ts";

/** Words that YAML takes for something else. */
const TAKEN = /^(?:true|false|null|yes|no|on|off|~)$/i;

/**
 * A YAML file with one text changed: everything else stays as it is, to the byte. A text that was not there is added
 * in its map.
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

/** Folded lines as deep as they were. */
function asFolded(before: string, text: string): string {
  const indent = /\n( +)/.exec(before)?.[1] ?? "  ";
  const block = writeBlock(text, LINE_WIDTH - indent.length);
  if (block === undefined) return `${JSON.stringify(text)}\n`;
  const lines = block.lines.map((line) => (line === "" ? "" : indent + line));
  return `${[block.header, ...lines].join("\n")}\n`;
}

/** Lines under the same header, as deep as they were. */
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

/** In the style the text had, as far as it can be said in it. */
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
