import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { longestCallMs } from "../../engine/language/longest-call.ts";

/**
 * Milliseconds of the longest call of some flows, with its retries: a request that makes it may
 * take as long, and a proxy in front has to wait for longer. 0 without a call. Each flow is seen in
 * its first variant: overlays of others do not change how long a partner may take.
 */
export function longestCallOf(flows: Iterable<CompiledFlow>): number {
  let longest = 0;
  for (const flow of flows)
    for (const first of flow.variants.slice(0, 1))
      for (const { definition } of flow.variant(first).calls.values())
        longest = Math.max(longest, longestCallMs(definition));
  return longest;
}
