import { isMap, isScalar, isSeq, parseDocument, visit } from "yaml";
import { presentPath } from "../../language/renamed-words.ts";
import { applyEdits, spanOf, type TextEdit } from "./text-edits.ts";

/** Operators whose first argument is a path. */
const READING = new Set(["var", "fact"]);

/** Renames former roots of paths in a YAML text's rules: `heard.key` becomes `received.key`. */
export function renamePaths(text: string): string {
  const edits: TextEdit[] = [];
  visit(parseDocument(text, { uniqueKeys: false }), {
    Pair(_, { key, value }, ancestors) {
      const rule = ancestors.at(-1);
      if (!isScalar(key) || !READING.has(String(key.value))) return;
      if (!isMap(rule) || rule.items.length !== 1) return;
      const path = isSeq(value) ? value.items[0] : value;
      const present =
        isScalar(path) && typeof path.value === "string" ? presentPath(path.value) : undefined;
      if (isScalar(path) && present !== undefined)
        edits.push({ ...spanOf(path, text), text: present });
    },
  });
  return applyEdits(text, edits);
}
