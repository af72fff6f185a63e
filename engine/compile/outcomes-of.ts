import type { CompiledCall } from "./compiled-variant.ts";
import { UNKNOWN } from "../language/call.ts";

/** The two outcomes that stand for a status, and the two of the way there, for which `unknown` stands where a call declares `repeat`. */
const BY_STATUS = ["success", "failed"];
const ON_THE_WAY = ["network", "timeout"];

/** Outcomes that a call can have. */
export function outcomesOf({ definition, outcomes }: CompiledCall): readonly string[] {
  return [
    ...BY_STATUS,
    ...(definition.repeat === undefined ? ON_THE_WAY : [UNKNOWN]),
    // The owner that the answer names may be another than the person who asks.
    ...(definition.owner === undefined ? [] : ["forbidden"]),
    ...outcomes.map(({ outcome }) => outcome),
  ];
}
