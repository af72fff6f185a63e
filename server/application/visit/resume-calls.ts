import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { CallRequest, InputContext } from "../../../engine/transition/input.ts";
import { visitAt } from "../../../engine/visit/visit.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import { driveVisit } from "./drive-visit.ts";
import { LEASE_MS } from "./make-call.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { VisitTools } from "./visit-tools.ts";

/** Timeout of a repeated call, shorter than the first attempt's, since the visitor waits. */
const REPEAT_TIMEOUT_MS = 15_000;

/** A resumed call with its outcome. */
export interface ResumedCall {
  readonly record: ApplicationRecord;
  readonly next: Destination;
  readonly notices: readonly Notice[];
  /** The request was answered before the outcome was known. */
  readonly wasOpen: boolean;
}

/** The application with pending calls, in the version that requested them. */
export interface ResumedApplication {
  readonly flow: CompiledVariant;
  readonly version: string;
  readonly record: ApplicationRecord;
  readonly context: InputContext;
  readonly scope?: RequestScope | undefined;
}

/**
 * Resumes a call that a crash interrupted, or makes an open one again. Every attempt carries the
 * call's own key. Undefined without a call that is free to take; `stale` when other steps were
 * faster.
 */
export async function resumePendingCalls(
  { flow, version, record, context, scope }: ResumedApplication,
  tools: VisitTools,
): Promise<ResumedCall | "stale" | undefined> {
  const pending = await tools.calls.claim(record.key, LEASE_MS);
  if (pending === undefined) return undefined;
  const { retry: _, ...once } = pending.request;
  const repeats = pending.request.repeat !== undefined;
  const request: CallRequest =
    pending.isOpen && repeats
      ? { ...once, repeated: true, timeoutMs: Math.min(once.timeoutMs, REPEAT_TIMEOUT_MS) }
      : { ...pending.request, ...(repeats ? { repeated: true } : {}) };
  const {
    visit,
    end,
    record: latest,
  } = await driveVisit(
    {
      flow,
      version,
      record,
      resumes: pending,
      // The request of an open call has its answer already.
      key: pending.isOpen ? undefined : pending.idempotencyKey,
      scope,
      report: async () => Promise.resolve(),
    },
    visitAt(request.continuation, record.state),
    { kind: "resume", request, context },
    tools,
  );
  if (end.kind !== "done" || end.destination === undefined || latest === undefined) return "stale";
  return {
    record: latest,
    next: end.destination,
    notices: visit.notices,
    wasOpen: pending.isOpen,
  };
}
