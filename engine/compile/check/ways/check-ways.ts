import { attempt } from "../run/attempt.ts";
import { checkAllow } from "./check-allow.ts";
import type { CheckContext } from "../run/check-context.ts";
import { checkEmptyForms } from "./check-empty-forms.ts";
import { checkEnds } from "./check-ends.ts";
import { checkFailures } from "./check-failures.ts";
import { checkFinished } from "./check-finished.ts";
import { checkInvertedDone } from "./check-inverted-done.ts";
import { checkLedBack } from "./check-led-back.ts";
import { checkNever, checkNeverAsked } from "./check-never.ts";
import { checkOnlyBack } from "./check-only-back.ts";
import { checkReadCircles } from "./check-read-circles.ts";
import { checkRepeatedEffects } from "./check-repeated-effects.ts";
import { checkRetention } from "./check-retention.ts";
import { checkSkipped } from "./check-skipped.ts";
import { checkStandstill } from "./check-standstill.ts";
import { checkSuccess } from "./check-success.ts";
import { checkTimerPairs } from "./check-timer-pairs.ts";
import { Conditions } from "../conditions/condition.ts";
import { ExampleProof } from "../conditions/example-proof.ts";
import { ScreenWays } from "./screen-ways.ts";
import type { WayContext } from "./way-context.ts";
import type { Json, JsonObject } from "../../../language/json.ts";
import { unescapeSegment } from "../../../source/json-pointer.ts";

/** A check of the ways between screens: its name in a report of its own failure. */
interface WayCheck {
  readonly name: string;
  readonly check: (context: WayContext) => void;
}

/** Checks of single conditions. */
const CONDITION_CHECKS: readonly WayCheck[] = [
  { name: "permissions", check: checkAllow },
  { name: "circles of reads", check: checkReadCircles },
  { name: "contradictions", check: checkNever },
  { name: "contradictions of fields", check: checkNeverAsked },
  { name: "forms without a question", check: checkEmptyForms },
  { name: "screens and phases that are done turned round", check: checkInvertedDone },
  { name: "answers of skipped screens", check: checkSkipped },
  { name: "rows about success", check: checkSuccess },
  { name: "pairs of timers", check: checkTimerPairs },
  { name: "failed calls", check: checkFailures },
  { name: "the end of the flow", check: checkFinished },
  { name: "retention", check: checkRetention },
];

/** Checks of where people get to, in order: a later one asks what an earlier one reported. */
const JOURNEY_CHECKS: readonly WayCheck[] = [
  { name: "ends of the flow", check: checkEnds },
  { name: "actions that lead to where they are", check: checkLedBack },
  { name: "screens in a circle", check: checkStandstill },
  { name: "screens that offer only the way back", check: checkOnlyBack },
  { name: "effects that may happen twice", check: checkRepeatedEffects },
];

/** Runs the checks of the ways between screens, which make each condition once for all of them. */
export function checkWays({ flow, tree, names, reporter }: CheckContext): void {
  const conditions = new Conditions(flow, {
    mistaken: mistakenParts(tree, reporter.errorPointers()),
  });
  const ways = new ScreenWays(flow, conditions);
  const proof = new ExampleProof(flow, names, conditions);
  const context = { flow, tree, names, reporter, conditions, ways, proof };
  const run = (checks: readonly WayCheck[]) => {
    for (const { name, check } of checks) attempt(name, "/flow", reporter, () => check(context));
  };
  run(CONDITION_CHECKS);
  // Rules and changes with mistakes and unknown names lead nowhere as well: their own problems are
  // enough.
  if (!["FLOW-RULE-", "FLOW-NAME", "FLOW-SET-"].some((code) => reporter.has(code)))
    run(JOURNEY_CHECKS);
}

/** The objects of a definition tree that hold what some pointers lead to. */
function mistakenParts(tree: JsonObject, pointers: readonly string[]): WeakSet<object> {
  const parts = new WeakSet<object>();
  for (const pointer of pointers) {
    let at: Json | undefined = tree;
    for (const segment of pointer.split("/").slice(1).map(unescapeSegment)) {
      if (typeof at !== "object" || at === null) break;
      parts.add(at);
      at = (at as Readonly<Record<string, Json>>)[segment];
    }
    if (typeof at === "object" && at !== null) parts.add(at);
  }
  return parts;
}
