import type { ConditionContext } from "../conditions/condition-context.ts";
import type { ExampleProof } from "../conditions/example-proof.ts";
import type { ScreenWays } from "./screen-ways.ts";

/** The input of every check of the ways between screens. */
export interface WayContext extends ConditionContext {
  readonly ways: ScreenWays;
  readonly proof: ExampleProof;
}
