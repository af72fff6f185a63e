import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import { completeVariant } from "../../engine/language/axes.ts";
import { buildFacts } from "../../engine/transition/facts.ts";
import type { ApplicationSnapshot } from "../storage/repositories/applications.ts";
import type { LiveVersion } from "../storage/repositories/versions.ts";
import { unvisitedContext } from "./plan.ts";

/** Whether a live version leaves applications in flight on their own versions. */
export function pinsApplications(
  { inFlight, until }: Pick<LiveVersion, "inFlight" | "until">,
  now: Date,
): boolean {
  return inFlight === "pin" && (until === undefined || now < until);
}

/** Counts the applications in flight that go on with an earlier version than the live one. */
export class PinnedCount {
  count = 0;

  /**
   * @param flow the version to publish: its rule `finished` says who is in flight
   * @param live hash of the live version
   */
  constructor(
    private readonly flow: CompiledFlow,
    private readonly live: string,
    private readonly environment: string,
    private readonly now: Date,
  ) {}

  /** Adds one application. */
  add({ flowVersion, variant: given, state }: ApplicationSnapshot): void {
    if (flowVersion === this.live) return;
    const variant = { ...given, environment: this.environment };
    if (completeVariant(this.flow.definition, variant) === undefined) {
      this.count++;
      return;
    }
    const compiled = this.flow.variant(variant);
    const context = unvisitedContext(compiled, variant, this.now.toISOString());
    if (compiled.finished?.test(buildFacts(compiled, state, context)) !== true) this.count++;
  }
}
