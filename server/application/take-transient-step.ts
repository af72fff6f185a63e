import { randomUUID } from "node:crypto";
import { answerScreen } from "../../engine/transition/answer-screen.ts";
import type { Destination, Notice, Refused } from "../../engine/transition/answer.ts";
import type { Input } from "../../engine/transition/input.ts";
import type { ApplicationState } from "../../engine/transition/state.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { runCall } from "../calls/run-call.ts";
import { serviceOf } from "../calls/call-service.ts";
import type { ReportedOn } from "../storage/repositories/events.ts";
import { freshUuids, type StepTools } from "./take-step.ts";

/** What a passing step led to. The state lives no longer than the request. */
export type TransientResult =
  | {
      readonly kind: "done";
      readonly state: ApplicationState;
      readonly next: Destination;
      readonly notices: readonly Notice[];
    }
  | { readonly kind: "refused"; readonly refusal: Refused };

const CALL_LIMIT = 20;

/**
 * Takes an input of somebody who only passes by: on a page that is open to all, about an application that is not
 * their own. Calls are made, nothing is kept but what is reported.
 */
export async function takeTransientStep(
  flow: CompiledVariant,
  from: ApplicationState,
  first: Input,
  tools: Pick<StepTools, "targets" | "events" | "now">,
  on: ReportedOn,
): Promise<TransientResult> {
  let input = first;
  let state = from;
  const notices: Notice[] = [];
  for (let calls = 0; calls < CALL_LIMIT; calls++) {
    const answer = answerScreen(flow, state, input);
    await tools.events.write(answer.reports, on);
    if (answer.kind === "refused") return { kind: "refused", refusal: answer };
    ({ state } = answer);
    notices.push(...answer.notices);
    const { call } = answer;
    const service = call === undefined ? undefined : serviceOf(flow, call);
    if (call === undefined || service === undefined)
      return { kind: "done", state, next: answer.next, notices };
    const result = await runCall(call, service, tools.targets, randomUUID());
    input = {
      kind: "result",
      request: call,
      result,
      context: { ...input.context, now: tools.now(), uuids: freshUuids(flow) },
    };
  }
  throw new Error(`More than ${CALL_LIMIT} calls followed one another`);
}
