import { CheckMemory } from "./check/run/check-memory.ts";
import { CompileCache } from "./compile-cache.ts";
import type { FlowTrees } from "./flow-trees.ts";
import { IdentityCache } from "./identity-cache.ts";
import type { readCollections } from "./read-collections.ts";

/**
 * What the latest compilation of a flow made. The next one takes over every part whose files are
 * the same, and gives what a compilation without it gives.
 */
export class CompileMemory {
  trees: FlowTrees | undefined;
  readonly collections = new IdentityCache<ReturnType<typeof readCollections>>();
  readonly cache = new CompileCache();
  readonly checks = new CheckMemory();

  /** Begins another compilation. */
  next(): void {
    this.collections.next();
    this.cache.next();
    this.checks.next();
  }
}
