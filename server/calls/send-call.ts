import type { CallRequest, CallResult } from "../../engine/transition/input.ts";
import { baseUrlOf } from "./base-url.ts";
import type { CallService } from "./call-service.ts";
import type { CallTarget } from "./call-targets.ts";
import { sendInProcess } from "./send-in-process.ts";
import { sendToService } from "./send-to-service.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { Unreached } from "./unreached.ts";
import { writeRequest } from "./write-request.ts";

/**
 * Sends a call once: to the address of its service, else to the flow's own tables, else to the
 * sandbox of its service.
 *
 * @throws Unreached with the reason, when nothing answers; too late an answer is a result
 */
export async function sendCall(
  request: CallRequest,
  service: CallService,
  targets: CallTarget,
  key: string,
): Promise<CallResult> {
  const environment = serviceEnvironment(service, request.service, targets.environment);
  const written = writeRequest(request, service, environment, key);
  const baseUrl = baseUrlOf(service, environment);
  if (baseUrl !== undefined) {
    const credentials = targets.environment;
    return sendToService(request, { service, environment, baseUrl, credentials }, written);
  }
  const answered =
    targets.made === undefined
      ? undefined
      : await targets.serviceSandbox?.answer({ ...targets.made, request, key });
  if (answered !== undefined) return answered;
  const sandbox =
    "sandbox" in service && service.sandbox !== undefined
      ? targets.sandboxes.get(service.sandbox)
      : undefined;
  if (sandbox === undefined)
    throw new Unreached(
      service.baseUrlFrom === undefined
        ? `the service "${request.service}" has no address here`
        : `${service.baseUrlFrom} is not set`,
    );
  return sendInProcess(request, sandbox, written);
}
