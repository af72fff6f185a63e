import { isMap, isNode, isSeq, parseDocument, type Node, type Pair } from "yaml";
import type { Json } from "../../language/json.ts";
import { shortenRule } from "./shorten-rule.ts";
import { applyEdits, isPlainNode, replaceValue, type TextEdit } from "./text-edits.ts";
import { writeFlow } from "./write-flow.ts";

/**
 * Shortens every `if` of a YAML text that repeats its condition. Values with comments stay as they
 * are.
 */
export function shortenAnywhere(text: string): string {
  const document = parseDocument(text, { uniqueKeys: false });
  const edits: TextEdit[] = [];
  const walk = (node: unknown): void => {
    if (!isMap(node) && !isSeq(node)) return;
    const json = node.toJS(document) as Json;
    if (node.flow === true && isPlainNode(node as Node, document)) {
      const made = shortenRule(json);
      if (made !== json) edits.push(replaceValue(node as Node, text, writeFlow(made)));
      return;
    }
    for (const item of node.items) {
      const inner: unknown = isMap(node) ? (item as Pair).value : item;
      if (isNode(inner)) walk(inner);
    }
  };
  walk(document.contents);
  return applyEdits(text, edits);
}
