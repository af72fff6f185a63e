import { childPointer } from "../../source/json-pointer.ts";
import { closest } from "../../source/closest.ts";
import { isObject, type Json, type JsonObject } from "../../language/json.ts";
import type { Reporter } from "../reporter.ts";
import type { CheckContext } from "./check-context.ts";
import { stateSchemaAt } from "./value-type.ts";

/**
 * Reports reads of an entry's members that the state does not declare, in lists and tables of
 * entries.
 */
export function checkItems({ flow, tree, reporter }: CheckContext): void {
  const screens = tree["screens"];
  for (const [id, screen] of Object.entries(isObject(screens) ? screens : {})) {
    if (!isObject(screen)) continue;
    const at = `/screens/${id}`;
    const { list, blocks } = screen;
    if (isObject(list)) checkEntry(list, `${at}/list`, flow.stateSchema, reporter);
    for (const [index, block] of (Array.isArray(blocks) ? blocks : []).entries()) {
      const rows: Json = isObject(block) ? (block["rows"] ?? null) : null;
      for (const [row, each] of (Array.isArray(rows) ? rows : []).entries())
        if (isObject(each))
          checkEntry(each, `${at}/blocks/${index}/rows/${row}`, flow.stateSchema, reporter);
    }
  }
}

/** Reports members that an entry of `of` does not have. */
function checkEntry(part: JsonObject, at: string, state: JsonObject, reporter: Reporter): void {
  const { of } = part;
  const path = isObject(of) ? of["var"] : of;
  const items = typeof path === "string" ? stateSchemaAt(state, path)?.["items"] : undefined;
  if (!isObject(items) || !isObject(items["properties"])) return;
  const members = Object.keys(items["properties"]);
  const walk = (value: Json, pointer: string): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value) as [string, Json][]) {
      const here = childPointer(pointer, key);
      const read = key === "var" || key === "fact" ? first(inner) : undefined;
      const member = /^item\.(.+)$/.exec(read ?? "")?.[1];
      if (member !== undefined && stateSchemaAt(items, member) === undefined)
        reporter.at(here, {
          code: "FLOW-RULE-PATH",
          message: `Unknown path "item.${member}": an entry of "${String(path)}" has no such member`,
          suggestion: closest(member, members) ?? `one of ${members.join(", ")}`,
        });
      walk(inner, here);
    }
  };
  walk(part, at);
}

/** The path that a rule reads, with or without a default. */
function first(value: Json): string | undefined {
  const path: Json | undefined = Array.isArray(value) ? value[0] : value;
  return typeof path === "string" ? path : undefined;
}
