import type { CallRequest, CallResult } from "./input.ts";

/** Statuses that leave open whether the request was processed: time-out, too early. */
const UNDECIDED = new Set([408, 425]);

/**
 * Statuses that refuse a first request before processing. For a repetition they prove nothing about
 * the first one: a service that has revoked our access may have charged before.
 */
const SAYS_NOTHING_OF_THE_FIRST = new Set([401, 403, 404, 407, 409, 429]);

/**
 * Whether the effect of a call is unknown: no answer, an unreadable one, a status of 500 and above,
 * 408 or 425; for a repetition also 401, 403, 404, 407, 409 and 429. Never true for a GET, nor for
 * a call without `repeat`, whose missing answer is a failure.
 */
export function isEffectUnknown(
  { method, repeat, repeated }: Pick<CallRequest, "method" | "repeat" | "repeated">,
  { outcome, status, malformed, repeated: afterUnknown }: CallResult,
): boolean {
  if (repeat === undefined || method === "GET") return false;
  if (outcome !== undefined || status >= 500 || UNDECIDED.has(status)) return true;
  if ((repeated === true || afterUnknown === true) && SAYS_NOTHING_OF_THE_FIRST.has(status))
    return true;
  return status < 400 && malformed === true;
}
