import { sameJson } from "../language/same-json.ts";
import type { AnalyticsEvent } from "../analytics/analytics-event.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { pathOfAddress } from "../language/address.ts";
import type { Accepted } from "../transition/answer.ts";
import type { CallRequest, Input } from "../transition/input.ts";
import type { Reason } from "../transition/reason.ts";
import type { ApplicationState } from "../transition/state.ts";

/** A decision about an input, and the analytics events of both. */
interface Decided {
  readonly decision: Accepted;
  readonly input: Input;
  readonly reports: readonly AnalyticsEvent[];
}

/**
 * Whether the journal keeps an accepted input. It leaves out a poll without news, and a load that
 * changes nothing.
 */
export function isJournaled(
  flow: CompiledVariant,
  before: ApplicationState,
  { decision, input, reports }: Decided,
): boolean {
  if (isUnattended(input) || reports.length > 0) return true;
  if (hasChanged(before, decision)) return true;
  if (input.kind === "result") return decision.call !== undefined;
  if (decision.call !== undefined)
    return decision.call.method !== "GET" && !isRepeatedPoll(flow, decision.call, decision.reason);
  const { next } = decision;
  return next.kind === "screen" ? pathOfAddress(next.path) !== input.path : next.kind === "leave";
}

/**
 * Whether a call is the page's poll and may be sent again. Its step is not saved, for two reasons:
 * the next poll asks again where the answer is lost, and a button that is pressed meanwhile finds
 * the revision that its page shows.
 */
function isRepeatedPoll(flow: CompiledVariant, { call }: CallRequest, reason: Reason): boolean {
  return (
    reason.kind === "action" &&
    flow.screens.get(reason.screen)?.definition.poll?.action === reason.action &&
    flow.calls.get(call)?.definition.repeat === "allowed"
  );
}

/** Whether a decision changes the state; setting equal values does not. */
function hasChanged(before: ApplicationState, { events, state }: Accepted): boolean {
  const roots = new Set(
    events.flatMap(({ changes }) => changes.map(({ path }) => path.split(".")[0] ?? path)),
  );
  return [...roots].some((root) => !sameJson(before[root], state[root]));
}

/** Whether no page of a screen sent the input. */
export function isUnattended(
  input: Input,
): input is Extract<Input, { readonly kind: "webhook" | "timer" | "link" }> {
  return input.kind === "webhook" || input.kind === "timer" || input.kind === "link";
}
