import type { CallRequest, CallResult } from "./input.ts";

/** Statuses that do not tell whether the request was worked on: a time-out, too early. */
const UNDECIDED = new Set([408, 425]);

/**
 * Statuses that refuse a first request before it is worked on. To a repetition they say nothing about the first one: a
 * service that does not know us any more may have charged all the same.
 */
const SAYS_NOTHING_OF_THE_FIRST = new Set([401, 403, 404, 407, 409, 429]);

/**
 * Whether an answer leaves open what became of an effect: there is none, it cannot be read, or its status blames the
 * service. Only calls that declare `repeat` are asked about; for all others no answer is a failure.
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
