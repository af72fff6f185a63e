import { randomUUID } from "node:crypto";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { subjectOfLink } from "../../../engine/transition/decide-link.ts";
import type { CallRequest, CallResult } from "../../../engine/transition/input.ts";
import { answerMisfit } from "../../../engine/transition/read-result.ts";
import { whileRenewing } from "../../pausing/while-renewing.ts";
import { serviceOf } from "../../calls/call-service.ts";
import { runCall } from "../../calls/run-call.ts";
import { DatabaseUnavailable } from "../../storage/database/database-unavailable.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { CallLease } from "../../storage/repositories/calls.ts";
import { putFiles } from "../files/put-files.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { VisitTools } from "./visit-tools.ts";
import { countCall } from "./count-call.ts";

/** Milliseconds without a renewal after which another process takes over the call. */
export const LEASE_MS = 9000;

const NOT_SENT: CallResult = { outcome: "network", answer: null };

/** A call to make, and the application that it belongs to, if any. */
export interface CallToMake {
  readonly flow: CompiledVariant;
  readonly request: CallRequest;
  readonly record: ApplicationRecord | undefined;
  /** The id that the address names. Without an application here, limits count by it. */
  readonly named?: string | undefined;
  /** The call as it is recorded. */
  readonly recorded?: CallLease | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The request that the call is made for. */
  readonly scope?: RequestScope | undefined;
}

/**
 * Makes a call, which counts against its limits. One that an application records also carries its
 * links and files, and renews its lease while this process lives: after its death another process
 * takes the call over soon.
 */
export async function makeCall(call: CallToMake, tools: VisitTools): Promise<CallResult> {
  const result = await sendCall(call, tools);
  const misfit = answerMisfit(call.flow, call.request, result);
  if (misfit !== undefined) {
    const { service, call: name } = call.request;
    tools.telemetry.misfit({ request: call.scope?.id, service, call: name, misfit });
  }
  return result;
}

async function sendCall(call: CallToMake, tools: VisitTools): Promise<CallResult> {
  const { flow, request, record, recorded, signal, scope } = call;
  const service = serviceOf(flow, request);
  if (service === undefined) return NOT_SENT;
  const targets = { ...tools.targets, scope, made: { flow, application: record?.key } };
  const maker = { flow: flow.definition.flow, application: record?.key ?? call.named, scope };
  if (record === undefined || recorded === undefined) {
    const unrecorded = recorded?.id ?? randomUUID();
    return (await countCall(request, unrecorded, maker, tools.callCounts))
      ? runCall(request, service, { ...targets, signal }, unrecorded)
      : tooOften(request, tools);
  }
  const { id } = recorded;
  return whileRenewing(
    {
      renew: async () => tools.calls.renew(recorded, LEASE_MS),
      leaseMs: LEASE_MS,
      report: (error) => reportRenewal("call", error, tools),
    },
    async () => {
      // Counted before its links are made: a call that is not sent leaves nothing behind.
      if (!(await countCall(request, id, maker, tools.callCounts))) return tooOften(request, tools);
      const linked = await tools.links.put(flow, request, id, {
        application: record.key,
        subjectOf: (link) => subjectOfLink(flow, link, record.state, tools.now()),
      });
      if (linked === undefined) return NOT_SENT;
      // Links and files are put in last: the request has them, the journal never does.
      const whole = await putFiles(flow, linked, record.key, tools.files);
      return runCall(whole, service, targets, id);
    },
  );
}

/** Reports a renewal that failed. That the database is away is logged by itself, once. */
export function reportRenewal(
  lease: "call" | "import",
  error: Error,
  { telemetry }: Pick<VisitTools, "telemetry">,
): void {
  if (!(error instanceof DatabaseUnavailable)) telemetry.notRenewed(lease, error);
}

/** The result of a call above its limit, which is not sent. */
function tooOften({ service, call }: CallRequest, { telemetry }: VisitTools): CallResult {
  telemetry.limited({ service, call });
  return { status: 429, answer: null };
}
