import { randomUUID } from "node:crypto";
import type { InputContext } from "../../engine/transition/input.ts";
import {
  NO_SUGGESTIONS,
  suggestRequest,
  type SuggestInput,
  type SuggestResult,
  type SuggestRequest,
} from "../../engine/transition/suggest-request.ts";
import type { ApplicationState } from "../../engine/transition/state.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { runCall, type CallTargets } from "../calls/run-call.ts";
import { serviceOf } from "../calls/call-service.ts";

/** A call may have as many steps; more often than this something else is wrong. */
const CALL_LIMIT = 10;

/**
 * Makes the calls that a field's `x-suggest` names. A call that fails suggests nothing and fills nothing in: the field
 * stands on its own.
 *
 * @param signal aborted: nobody waits any more, and nothing is asked again
 */
export async function suggest(
  flow: CompiledVariant,
  state: ApplicationState,
  path: string,
  context: InputContext,
  asked: SuggestInput,
  targets: CallTargets,
  signal?: AbortSignal,
): Promise<SuggestResult> {
  let next: SuggestRequest | SuggestResult | undefined = suggestRequest(
    flow,
    state,
    path,
    context,
    asked,
  );
  for (let calls = 0; next?.kind === "request" && calls < CALL_LIMIT; calls++) {
    const service = serviceOf(flow, next.call);
    if (service === undefined) return NO_SUGGESTIONS;
    next = next.answered(
      await runCall(next.call, service, { ...targets, signal }, randomUUID()),
    ).next;
  }
  return next?.kind === "suggested" ? next : NO_SUGGESTIONS;
}
