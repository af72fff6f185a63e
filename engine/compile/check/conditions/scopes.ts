import { overlaps } from "../../../rules/state-path.ts";
import { isObject, type Json } from "../../../language/json.ts";
import type { Template } from "../../../language/rule.ts";
import type { Scope } from "./condition.ts";
import { keyOf } from "./term.ts";

/**
 * The facts after state changes: a value set to a constant is known, any other value set is
 * unknown.
 */
export function afterSets(
  scope: Scope,
  sets: Readonly<Record<string, Template>> | undefined,
  stamp: string,
): Scope {
  const changes = Object.entries(sets ?? {});
  if (changes.length === 0) return scope;
  return {
    read(path) {
      for (const [changed, value] of changes.toReversed()) {
        if (changed === path && (typeof value !== "object" || value === null))
          return { known: value as Json };
        if (mayChange(changed, path)) return { term: keyOf({ path, time: stamp }) };
      }
      return scope.read(path);
    },
  };
}

/** The facts with unknown values below some roots, which may differ from before. */
export function withFresh(scope: Scope, roots: readonly string[], stamp: string): Scope {
  return {
    read: (path) =>
      roots.includes(path.split(".")[0] ?? "")
        ? { term: keyOf({ path, time: stamp }) }
        : scope.read(path),
  };
}

/** The facts of a page as its address opens it, with this query or an unknown one. */
export function atPage(
  scope: Scope,
  query: Readonly<Record<string, Template>> | "any" | undefined,
  stamp: string,
): Scope {
  return {
    read(path) {
      const [root = "", name = ""] = path.split(".");
      if (root === "query") {
        if (query === "any") return scope.read(path);
        const value = query?.[name];
        const copied =
          isObject(value) && Object.keys(value).length === 1 ? value["var"] : undefined;
        if (name !== "" && typeof copied === "string") return scope.read(copied);
        if (name === "" || (typeof value === "object" && value !== null))
          return { term: keyOf({ path, time: stamp }) };
        return { known: value === undefined || value === null ? null : String(value) };
      }
      if (PRESS_ROOTS.includes(root)) return { known: null };
      if (root === "screen" || root === "requested" || root === "public")
        return { term: keyOf({ path, time: stamp }) };
      return scope.read(path);
    },
  };
}

/** Roots of the facts that only a press has, or the answer to its call. */
export const PRESS_ROOTS = [
  "outcome",
  "status",
  "answer",
  "location",
  "form",
  "with",
  "item",
  "action",
  "got",
  "received",
  "payload",
];

/** Whether a change at a path, perhaps with the id of an entry, may change another path. */
export function mayChange(changed: string, path: string): boolean {
  return overlaps(changed.replace(/\.[[{].*$/, ""), path);
}
