import { readPath } from "../rules/state-path.ts";
import type { CompiledAction } from "../compile/compiled-screen.ts";
import type { Facts } from "./facts.ts";

/**
 * The instant from which an action with a countdown is offered again; undefined once it has passed.
 *
 * @param aheadMs how much earlier it may be pressed, for clocks that differ
 */
export function availableAt(
  { definition: { countdown }, everyMs }: CompiledAction,
  facts: Facts,
  aheadMs = 0,
): string | undefined {
  if (countdown === undefined) return undefined;
  const since = Date.parse(String(readPath(facts, countdown.since) ?? ""));
  const at = since + Number(everyMs?.evaluate(facts));
  return Number.isFinite(at) && at > Date.parse(String(facts["now"])) + aheadMs
    ? new Date(at).toISOString()
    : undefined;
}
