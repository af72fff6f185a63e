import type { CheckContext } from "../run/check-context.ts";
import type { Conditions } from "./condition.ts";

/** The input of every check that compares the conditions of rules. */
export interface ConditionContext extends CheckContext {
  readonly conditions: Conditions;
}
