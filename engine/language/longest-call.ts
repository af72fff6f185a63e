import type { CallDefinition } from "./call.ts";

/**
 * Milliseconds that a call may take: its delay, every attempt and the pauses between them, or what
 * it declares.
 */
export function longestCallMs({
  timeoutMs,
  retry,
}: Pick<CallDefinition, "timeoutMs" | "retry">): number {
  if (retry === undefined) return timeoutMs;
  const { afterMs = 0, times, everyMs, withinMs = Number.POSITIVE_INFINITY } = retry;
  const first = afterMs + timeoutMs;
  return Math.max(first, Math.min(withinMs, first + times * (everyMs + timeoutMs)));
}
