import { asObject, type JsonObject } from "../language/json.ts";

/** The entries of a part of the definition tree that no overlay removed. */
export function presentEntries<T>(tree: JsonObject, part: string): [string, T][] {
  return Object.entries(asObject(tree[part])).filter(([, value]) => value !== null) as unknown as [
    string,
    T,
  ][];
}
