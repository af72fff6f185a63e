import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";

/*
 * Paths begin with a dot while a document is traversed, so that a name may be empty. A dot within a
 * name is escaped, to differ from the dots between names.
 */

/** The path of a member. */
export function within(path: string, name: string): string {
  const plain = !name.includes(".") && !name.includes("~");
  return `${path}.${plain ? name : name.replaceAll("~", "~0").replaceAll(".", "~1")}`;
}

/** A name as it was before `within` escaped it. */
export function plainName(name: string): string {
  return name.replaceAll("~1", ".").replaceAll("~0", "~");
}

/** Name of a list's element: its id, which stays when other elements go; else its index. */
export function elementName(entry: Json, index: number): string {
  if (!isObject(entry)) return String(index);
  const { id } = entry as JsonObject;
  return typeof id === "string" ? `[${id}]` : String(index);
}
