import { isMap, isScalar, parseDocument, visit } from "yaml";
import { formatDuration } from "../../rules/duration.ts";
import { applyEdits, spanOf, spanOfPair, type TextEdit } from "./text-edits.ts";

/**
 * Renames members that no meta-schema describes by name: `thing` of a link in the body of a call is
 * `resource`.
 */
export function renameLinkMembers(text: string): string {
  if (!/\bthing\b/.test(text)) return text;
  const edits: TextEdit[] = [];
  visit(parseDocument(text, { uniqueKeys: false }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== "link" || !isMap(value) || !value.has("grant")) return;
      for (const { key: name } of value.items)
        if (isScalar(name) && name.value === "thing" && !value.has("resource"))
          edits.push({ ...spanOf(name, text), text: "resource" });
    },
  });
  return applyEdits(text, edits);
}

/** Rewrites the waits of a fixture: `waitMs: 90000` is `wait: 90 seconds`. */
export function renameWaits(text: string): string {
  if (!text.includes("waitMs")) return text;
  const edits: TextEdit[] = [];
  visit(parseDocument(text, { uniqueKeys: false }), {
    Pair(_, pair) {
      const { key, value } = pair;
      if (!isScalar(key) || key.value !== "waitMs" || !isScalar(value)) return;
      const ms = value.value;
      if (typeof ms !== "number" || !Number.isInteger(ms) || ms <= 0) return;
      edits.push({ ...spanOfPair(pair, text), text: `wait: ${formatDuration(ms)}` });
    },
  });
  return applyEdits(text, edits);
}

/** Renames tables in a YAML text, where a worked example names one: `ask: after-tax`. */
export function renameAsked(text: string, renamed: ReadonlyMap<string, string>): string {
  if (renamed.size === 0 || !/\bask:/.test(text)) return text;
  const edits: TextEdit[] = [];
  visit(parseDocument(text, { uniqueKeys: false }), {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== "ask" || !isScalar(value)) return;
      const name = renamed.get(String(value.value));
      if (name !== undefined) edits.push({ ...spanOf(value, text), text: name });
    },
  });
  return applyEdits(text, edits);
}
