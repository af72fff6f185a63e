import { pause } from "../pausing/pause.ts";
import { withoutSlot } from "../pausing/without-slot.ts";
import type { CallRequest, CallResult } from "../../engine/transition/input.ts";
import { isEffectUnknown } from "../../engine/transition/is-effect-unknown.ts";
import { isSuccessStatus } from "../../engine/transition/success-status.ts";
import { NO_TELEMETRY } from "../telemetry/telemetry.ts";
import type { CallService } from "./call-service.ts";
import type { CallTarget } from "./call-targets.ts";
import { sendCall } from "./send-call.ts";
import { Unreached } from "./unreached.ts";

const NO_ANSWER: CallResult = { outcome: "network", answer: null };

/**
 * Makes a call, with the delay, the timeout and the retries of its definition. Every attempt
 * carries the same Idempotency-Key, so that a service which honours it acts once.
 *
 * @param targets whose signal, once it aborts, keeps an attempt that waits from being made
 * @param key stable for this call, also across restarts
 */
export async function runCall(
  request: CallRequest,
  service: CallService,
  targets: CallTarget,
  key: string,
): Promise<CallResult> {
  const { retry } = request;
  const began = performance.now();
  const waited = async (ms: number) => {
    await pause(ms, targets);
    return targets.signal?.aborted !== true;
  };
  if (retry !== undefined && retry.afterMs > 0 && !(await waited(retry.afterMs))) return NO_ANSWER;
  let result = await attempt(request, service, targets, key);
  let repeated: { readonly repeated?: true } = {};
  for (
    let again = 0;
    retry !== undefined && again < retry.times && retry.on.includes(outcomeOf(result, request));
    again++
  ) {
    const { everyMs, withinMs = Number.POSITIVE_INFINITY } = retry;
    if (performance.now() - began + everyMs + request.timeoutMs > withinMs) break;
    if (!(await waited(everyMs))) break;
    // A refused retry reveals nothing about the attempt before, which may have had its effect.
    if (isEffectUnknown(request, result)) repeated = { repeated: true };
    result = { ...(await attempt(request, service, targets, key)), ...repeated };
  }
  return result;
}

/** Makes one attempt. The request's admission slot is free meanwhile. */
async function attempt(
  request: CallRequest,
  service: CallService,
  targets: CallTarget,
  key: string,
): Promise<CallResult> {
  const { telemetry = NO_TELEMETRY, scope } = targets;
  const began = performance.now();
  let reason: string | undefined;
  const sent = async () =>
    sendCall(request, service, targets, key).catch((error: unknown): CallResult => {
      if (!(error instanceof Unreached)) throw error;
      reason = error.message;
      return NO_ANSWER;
    });
  const attributes = {
    "foyer.call": request.call,
    "foyer.service": request.service,
    "http.request.method": request.method,
  };
  const result = await withoutSlot(scope, async () =>
    telemetry.span === undefined ? sent() : telemetry.span("call", attributes, sent),
  );
  telemetry.call({
    request: scope?.id,
    service: request.service,
    call: request.call,
    outcome: result.outcome ?? String(result.status ?? ""),
    ms: performance.now() - began,
    reason,
  });
  return result;
}

function outcomeOf(result: CallResult, request: CallRequest): string {
  if (isEffectUnknown(request, result)) return "unknown";
  return result.outcome ?? (isSuccessStatus(result.status) ? "success" : "failed");
}
