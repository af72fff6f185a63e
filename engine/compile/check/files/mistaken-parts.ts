import type { Json, JsonObject } from "../../../language/json.ts";
import { unescapeSegment } from "../../../source/json-pointer.ts";

/** The objects of a definition tree that hold what some pointers lead to. */
export function mistakenParts(tree: JsonObject, pointers: readonly string[]): WeakSet<object> {
  const parts = new WeakSet<object>();
  for (const pointer of pointers) {
    let at: Json | undefined = tree;
    for (const segment of pointer.split("/").slice(1).map(unescapeSegment)) {
      if (typeof at !== "object" || at === null) break;
      parts.add(at);
      at = (at as Readonly<Record<string, Json>>)[segment];
    }
    if (typeof at === "object" && at !== null) parts.add(at);
  }
  return parts;
}
