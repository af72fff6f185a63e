import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { Gate } from "../../definitions/publish-gate.ts";

/** A flow, and what the checks before its publish found. */
export interface Gated {
  readonly flow: string;
  readonly result: Gate;
}

/** The compiled flow that the checks let pass. */
export function flowOf(gated: readonly Gated[], flow: string): CompiledFlow | undefined {
  const result = gated.find((each) => each.flow === flow)?.result;
  return result?.ok === true ? result.flow : undefined;
}
