import { isMap, isScalar, isSeq, parseDocument, type Pair, type YAMLMap } from "yaml";
import { applyEdits, spanOfPair } from "./text-edits.ts";
import { breakAround } from "./break-flow.ts";

/** A place that refers to a table: a member of a map, by the keys and ids that lead to it. */
export interface TableUse {
  readonly path: string;
  /** Keys and indexes from the top of the file. */
  readonly at: readonly (string | number)[];
  readonly table: string;
  /** Name of the inline rows there. */
  readonly name: string;
}

/**
 * The rows of a table's file as text, with the comments above them; `text` begins at the first
 * column.
 */
export interface TableText {
  readonly rows: string;
  readonly comment: string;
}

/** Every reference of a screen, a table or a provider to a table. */
export function tableUses(path: string, text: string, kind: string): readonly TableUse[] {
  const document = parseDocument(text, { uniqueKeys: false });
  const root = document.contents;
  if (!isMap(root)) return [];
  const uses: TableUse[] = [];
  const add = (map: unknown, key: string, at: TableUse["at"], name: string) => {
    const table = isMap(map) ? map.get(key) : undefined;
    if (typeof table === "string") uses.push({ path, at: [...at, key], table, name });
  };
  const rows = (list: unknown, at: TableUse["at"], name: string): void => {
    if (!isSeq(list)) return;
    for (const [index, row] of list.items.entries()) {
      if (!isMap(row)) continue;
      const here = [...at, index];
      const own = `${name}/${String(row.get("id"))}`;
      add(row, "table", here, own);
      add(row, "then", here, own);
      rows(row.get("then"), [...here, "then"], own);
    }
  };
  if (kind === "transitions") {
    rows(root.get("rows"), ["rows"], String(root.get("table")));
    return uses;
  }
  if (kind === "provider") {
    const list = root.getIn(["webhook", "becomes"]);
    for (const [index, row] of (isSeq(list) ? list.items : []).entries()) {
      if (!isMap(row)) continue;
      const name = `${nameFromPath(path)}/${String(row.get("id"))}`;
      add(row, "then", ["webhook", "becomes", index], name);
      rows(row.get("then"), ["webhook", "becomes", index, "then"], name);
    }
    return uses;
  }
  if (kind !== "screen") return uses;
  const screen = String(root.get("screen"));
  add(root, "onOpen", [], `${screen}/onOpen`);
  rows(root.get("onOpen"), ["onOpen"], `${screen}/onOpen`);
  for (const at of [["actions"], ["list", "actions"]]) {
    const actions = root.getIn(at);
    if (!isMap(actions)) continue;
    for (const { key, value } of actions.items) {
      const action = isScalar(key) ? String(key.value) : "";
      add(value, "then", [...at, action], `${screen}/${action}`);
      rows(
        isMap(value) ? value.get("then") : undefined,
        [...at, action, "then"],
        `${screen}/${action}`,
      );
    }
  }
  return uses;
}

function nameFromPath(path: string): string {
  return path.replace(/^.*\//, "").replace(/\.[a-z]+$/, "");
}

/** The rows of a table's file. Undefined where they are not in block style. */
export function tableText(text: string): TableText | undefined {
  const document = parseDocument(text, { uniqueKeys: false });
  const rows = isMap(document.contents) ? document.contents.get("rows") : undefined;
  if (!isMap(document.contents) || !isSeq(rows) || rows.flow === true) return undefined;
  const line = /^rows:[^\n]*\n/m.exec(text);
  if (line === null) return undefined;
  const body = text.slice(line.index + line[0].length).trimEnd();
  const [, indent = ""] = /^( *)- /m.exec(body) ?? [];
  const comments = text
    .split("\n")
    .filter((each) => each.startsWith("#") && !each.includes("yaml-language-server:"));
  return {
    rows: body
      .split("\n")
      .map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each))
      .join("\n"),
    comment:
      comments.length > 0
        ? comments.join("\n")
        : `# ${String(document.contents.get("description"))}`,
  };
}

/** Replaces a table's name by its rows. Undefined where the place cannot be block style. */
export function putRows(text: string, use: TableUse, table: TableText): string | undefined {
  let made = text;
  for (let tries = 0; tries < 12; tries++) {
    const found = memberAt(made, use.at);
    if (found === undefined) return undefined;
    const { start, end } = spanOfPair(found.pair, made);
    if (!found.inFlow) {
      const lineStart = made.lastIndexOf("\n", start - 1) + 1;
      const indent = " ".repeat(start - lineStart + 2);
      const lines = [...table.comment.split("\n"), ...table.rows.split("\n")].map((line) =>
        line === "" ? line : `${indent}${line}`,
      );
      return applyEdits(made, [
        {
          start,
          end,
          text: `${use.at.at(-1) === "onOpen" ? "onOpen" : "then"}:\n${lines.join("\n")}`,
        },
      ]);
    }
    const next = breakAround(made, start);
    if (next === undefined) return undefined;
    made = next;
  }
  return undefined;
}

/** A member by its path, and whether a one-line collection contains it. */
function memberAt(
  text: string,
  at: TableUse["at"],
): { readonly pair: Pair; readonly inFlow: boolean } | undefined {
  let node: unknown = parseDocument(text, { uniqueKeys: false }).contents;
  let inFlow = false;
  for (const [depth, step] of at.entries()) {
    if (!isMap(node) && !isSeq(node)) return undefined;
    inFlow ||= node.flow === true;
    if (isSeq(node)) {
      node = node.items[Number(step)];
      continue;
    }
    const pair: Pair | undefined = (node as YAMLMap).items.find(
      ({ key }) => isScalar(key) && String(key.value) === String(step),
    );
    if (pair === undefined) return undefined;
    if (depth === at.length - 1) return { pair, inFlow };
    node = pair.value;
  }
  return undefined;
}
