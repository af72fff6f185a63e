import type { CallRequest, CallResult } from "./input.ts";

/** Statuses that leave open whether the request was processed: time-out, too early. */
const UNDECIDED = new Set([408, 425]);

/**
 * Statuses that refuse a first request before processing. For a repetition they prove nothing about
 * the first one: a service that has revoked our access may have charged before.
 */
const SAYS_NOTHING_OF_THE_FIRST = new Set([401, 403, 404, 407, 409, 429]);

/**
 * Whether the effect of a call is unknown: no answer, an unreadable one, or a status that blames
 * the service. Only calls that declare `repeat` distinguish this; for all others no answer is a
 * failure.
 */
export function isUnknown(
  { method, repeat, repeated }: Pick<CallRequest, "method" | "repeat" | "repeated">,
  { outcome, status, malformed, repeated: afterUnknown }: CallResult,
): boolean {
  if (repeat === undefined || method === "GET") return false;
  if (outcome !== undefined || status === undefined || status >= 500 || UNDECIDED.has(status))
    return true;
  if ((repeated === true || afterUnknown === true) && SAYS_NOTHING_OF_THE_FIRST.has(status))
    return true;
  return status < 400 && malformed === true;
}
