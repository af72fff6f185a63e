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

/** Splits a path into its parent and its last name. */
export function lastOf(path: string): readonly [around: string, name: string] {
  const at = path.lastIndexOf(".");
  return [path.slice(0, at), plainName(path.slice(at + 1))];
}

/** The paths around a path, from the next one to the whole document's, which is empty. */
export function* pathsAround(path: string): Generator<string> {
  for (let at = path.lastIndexOf("."); at >= 0; at = path.lastIndexOf(".", at - 1)) {
    yield path.slice(0, at);
    if (at === 0) return;
  }
}

/** Name of a list's element: its id, which stays when other elements go; else its index. */
export function elementName(entry: Json, index: number): string {
  if (!isObject(entry)) return String(index);
  const { id } = entry as JsonObject;
  return typeof id === "string" ? `[${id}]` : String(index);
}
