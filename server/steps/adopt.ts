import { randomUUID } from "node:crypto";
import { adoptRequest } from "../../engine/answer/adopt-request.ts";
import { answerScreen } from "../../engine/answer/answer-screen.ts";
import type { Accepted } from "../../engine/answer/answer.ts";
import type { Input, InputContext } from "../../engine/answer/input.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { runCall, type CallTargets } from "../calls/run-call.ts";
import { serviceOf } from "../calls/service-of.ts";
import { freshUuids } from "./take-step.ts";

/**
 * Asks elsewhere for an application that is named in the path and not known here, as the flow's `adopt` says.
 *
 * @returns what the flow makes of the answer, and the input that it was; undefined when the flow asks nobody
 */
export async function askForApplication(
  flow: CompiledVariant,
  path: string,
  context: InputContext,
  tools: { readonly targets: CallTargets; now(): string },
): Promise<
  { readonly answer: Accepted; readonly input: Input; readonly found: boolean } | undefined
> {
  const request = adoptRequest(flow, path, {}, context);
  const service = request === undefined ? undefined : serviceOf(flow, request);
  if (request === undefined || service === undefined) return undefined;
  const result = await runCall(request, service, tools.targets, randomUUID());
  const input: Input = {
    kind: "result",
    request,
    result,
    context: { ...context, access: "ok", now: tools.now(), uuids: freshUuids(flow) },
  };
  const answer = answerScreen(flow, {}, input);
  return answer.kind === "accepted"
    ? {
        answer,
        input,
        found:
          result.status !== undefined &&
          result.status >= 200 &&
          result.status < 300 &&
          answer.next.kind === "stay",
      }
    : undefined;
}
