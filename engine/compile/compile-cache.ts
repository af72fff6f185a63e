import type { JsonObject } from "../language/json.ts";
import type { Structure } from "./compile-structure.ts";
import { IdentityCache } from "./identity-cache.ts";

/**
 * Parts that variants of one flow share, so that each is compiled once. Kept from one compilation to
 * the next, it gives the parts again whose files have not changed.
 */
export class CompileCache {
  private readonly structures = new IdentityCache<Structure>();

  /** Begins another compilation. */
  next(): void {
    this.structures.next();
  }

  /**
   * The structure of a variant, made when no other variant had it. The tree's parts are told apart by
   * identity: laid once, they are the same object.
   *
   * @param given what the structure is made of beside the tree
   * @param facts what the values of its axes say of it: languages and facts
   */
  structureOf(
    tree: JsonObject,
    { given, facts }: { readonly given: readonly unknown[]; readonly facts: JsonObject },
    make: () => Structure,
  ): Structure {
    const parts = Object.entries(tree).flatMap(([part, value]): readonly unknown[] => {
      if (UNREAD.has(part)) return [];
      return [part, SETTLED.has(part) ? JSON.stringify(kindsOf(value)) : value];
    });
    return this.structures.get([JSON.stringify(facts), ...given, ...parts], make);
  }
}

/** Parts that no structure is made of. */
const UNREAD = new Set(["copy", "theme"]);

/** Parts that rules read as facts: only their names and types are compiled in. */
const SETTLED = new Set(["config", "flags"]);

function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kindsOf(inner)]));
}
