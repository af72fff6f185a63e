import { randomUUID } from "node:crypto";
import type { InputContext } from "../../engine/answer/input.ts";
import { suggestRequest, type Suggestion } from "../../engine/answer/suggest-request.ts";
import type { ApplicationState } from "../../engine/application/state.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { runCall, type CallTargets } from "../calls/run-call.ts";
import { serviceOf } from "../calls/service-of.ts";

/** Asks the call that a field's `x-suggest` names. A call that fails suggests nothing: the field stands on its own. */
export async function suggest(
  flow: CompiledVariant,
  state: ApplicationState,
  path: string,
  context: InputContext,
  field: string,
  text: string,
  targets: CallTargets,
): Promise<readonly Suggestion[]> {
  const asked = suggestRequest(flow, state, path, context, field, text);
  const service = asked === undefined ? undefined : serviceOf(flow, asked.call);
  if (asked === undefined || service === undefined) return [];
  const result = await runCall(asked.call, service, targets, randomUUID());
  return result.status === undefined || result.status >= 300 ? [] : asked.suggestions(result.answer);
}
