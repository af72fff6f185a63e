import type { JsonObject } from "../language/json.ts";
import type { Structure } from "./compile-structure.ts";
import { IdentityCache } from "./identity-cache.ts";
import { kindsOfSettings } from "./kinds-of-settings.ts";

/**
 * Parts that variants of one flow share, so that each is compiled once. Kept from one compilation
 * to the next, it gives the parts again whose files have not changed.
 */
export class CompileCache {
  private readonly structures = new IdentityCache<Structure>();

  /** Begins another compilation. */
  next(): void {
    this.structures.next();
  }

  /**
   * The structure of a variant, compiled once for all variants with the same tree. Two trees are
   * the same when their parts are the same objects.
   *
   * @param given what the structure is made of beside the tree
   */
  structureOf(tree: JsonObject, given: readonly unknown[], make: () => Structure): Structure {
    const parts = Object.entries(tree).flatMap(([part, value]): readonly unknown[] => {
      if (UNREAD.has(part)) return [];
      return [part, SETTLED.has(part) ? kindsOfSettings(value) : value];
    });
    return this.structures.get([...given, ...parts], make);
  }
}

/** Parts that no structure is made of. */
const UNREAD = new Set(["copy", "theme"]);

/** Parts that rules read as facts: only their names and types are compiled in. */
const SETTLED = new Set(["config", "flags"]);
