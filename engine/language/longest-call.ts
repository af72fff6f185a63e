import type { CallDefinition } from "./call.ts";

/** Milliseconds that a call may take: its delay, every attempt and the pauses between them. */
export function longestCallMs({
  timeoutMs,
  retry,
}: Pick<CallDefinition, "timeoutMs" | "retry">): number {
  if (retry === undefined) return timeoutMs;
  const { afterMs = 0, times, everyMs } = retry;
  return afterMs + (times + 1) * timeoutMs + times * everyMs;
}
