import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CallRequest, CallResult, InputContext } from "../transition/input.ts";
import { advance } from "./advance.ts";
import type { Advance, VisitEnd, Visit, VisitEvent } from "./visit.ts";

/** The environment of a synchronous visit: a fixture's, or a worked example's. */
export interface Surroundings {
  /** Clock and ids of the next event. */
  context(): InputContext;
  /** Receives every move, before its call is made. */
  observe(advance: Advance): void;
  /** Answers a call; `state` where the state changed meanwhile. */
  answer(
    request: CallRequest,
    visit: Visit,
  ): { readonly result: CallResult; readonly state?: Visit["state"] };
}

/** Drives a visit from an event to its end, synchronously. */
export function drive(
  flow: CompiledVariant,
  from: Visit,
  event: VisitEvent,
  surroundings: Surroundings,
): { readonly visit: Visit; readonly end: VisitEnd } {
  let move = advance(flow, from, event);
  for (;;) {
    surroundings.observe(move);
    const { visit, next } = move;
    if (next.kind === "call") {
      const { result, state = visit.state } = surroundings.answer(next.request, visit);
      const context = surroundings.context();
      move = advance(
        flow,
        { ...visit, state },
        {
          kind: "result",
          pending: next,
          result,
          context,
        },
      );
    } else if (next.kind === "load")
      move = advance(flow, visit, { kind: "load", context: surroundings.context() });
    else return { visit, end: next };
  }
}
