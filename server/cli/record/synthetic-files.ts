import { randomBytes } from "node:crypto";
import type { Json } from "../../../engine/language/json.ts";
import { filesIn } from "../../../engine/validate/files.ts";

/**
 * Replaces files by synthetic ones, with another id and name; kind and size stay, since rules may
 * ask for them.
 */
export function withSyntheticFiles<T>(journal: T): T {
  const made = new Map<string, { readonly id: string; readonly name: string }>();
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each: unknown) => replaced(each));
    if (typeof value !== "object" || value === null) return value;
    const [file] = filesIn(value as Json);
    if (file === undefined)
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, replaced(inner)]),
      );
    const known = made.get(file.id) ?? {
      id: `file_${randomBytes(16).toString("base64url")}`,
      name: `file-${made.size + 1}.${file.kind}`,
    };
    made.set(file.id, known);
    return { ...value, ...known };
  };
  return replaced(journal) as T;
}
