import { isObject, type Json, type JsonObject } from "../../../language/json.ts";

/** Facts with these values at their paths. */
export function factsAt(values: readonly (readonly [path: string, value: Json])[]): JsonObject {
  const facts: Record<string, Json> = {};
  for (const [path, value] of values) {
    const segments = path.split(".");
    const last = segments.pop() ?? "";
    let at = facts;
    for (const segment of segments) {
      const next = at[segment];
      const inner: Record<string, Json> = isObject(next) ? { ...next } : {};
      at[segment] = inner;
      at = inner;
    }
    at[last] = value;
  }
  return facts;
}
