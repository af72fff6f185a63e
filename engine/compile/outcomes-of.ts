import type { CompiledCall } from "./compiled-call.ts";
import { UNKNOWN } from "../language/call.ts";

/**
 * The two outcomes that follow from a status. Beside them a call has `network` and `timeout`, or
 * with `repeat: same-key` `unknown` in their place.
 */
const BY_STATUS = ["success", "failed"];
const ON_THE_WAY = ["network", "timeout"];

/** The possible outcomes of a call. */
export function outcomesOf({ definition, outcomes }: CompiledCall): readonly string[] {
  // A last row that always holds leaves nothing to the status.
  const isDecided = outcomes.some(({ when }) => when === undefined || when.rule === true);
  return [
    ...(isDecided ? [] : BY_STATUS),
    ...(definition.repeat === "same-key" ? [UNKNOWN] : ON_THE_WAY),
    // The owner in the answer may be another person than the visitor.
    ...(definition.owner === undefined ? [] : ["forbidden"]),
    ...outcomes.map(({ outcome }) => outcome),
  ];
}
