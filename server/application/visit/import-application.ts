import type { Variant } from "../../../engine/language/variant.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { CallRequest, CallResult, InputContext } from "../../../engine/transition/input.ts";
import { timersAfter } from "../../../engine/transition/timers.ts";
import { advance } from "../../../engine/visit/advance.ts";
import type { Advance, PendingCall, Visit } from "../../../engine/visit/visit.ts";
import { longestCallMs } from "../../../engine/language/longest-call.ts";
import { waitFor } from "../../pausing/wait-for.ts";
import { whileRenewing } from "../../pausing/while-renewing.ts";
import { serviceOf } from "../../calls/call-service.ts";
import { freshUuids } from "./fresh-uuids.ts";
import { LEASE_MS, makeCall, reportRenewal } from "./make-call.ts";
import type { RequestScope } from "../../telemetry/request-scope.ts";
import type { VisitTools } from "./visit-tools.ts";

/** The application that the path names, and its visitor. */
export interface ImportPlace {
  /** The id in the path. */
  readonly id: string;
  readonly subject: Buffer;
  readonly variant: Variant;
}

/** A visit, and its pending call, which reads an application that this server does not have. */
export interface Import extends ImportPlace {
  readonly flow: CompiledVariant;
  readonly version: string;
  readonly visit: Visit;
  readonly pending: PendingCall;
  readonly context: InputContext;
  readonly scope?: RequestScope | undefined;
}

/** An import whose read this visit makes. */
interface ClaimedImport extends Import {
  readonly ticket: string;
}

/** Milliseconds between two checks of another visit's read. */
const POLL_MS = 50;
/** Maximum number of reads of others that a visit waits for. */
const WAITS = 5;
const NO_ANSWER: CallResult = { outcome: "timeout", answer: null };

/**
 * Reads an application from the service that the flow's `adopt` names, and saves it when the answer
 * names the visitor as its owner. Concurrent visits of one person share one read, over all nodes.
 *
 * @returns undefined when the flow has no such service
 */
export async function importApplication(
  wanted: Import,
  tools: VisitTools,
): Promise<Advance | undefined> {
  const { request } = wanted.pending;
  if (serviceOf(wanted.flow, request) === undefined) return undefined;
  const place = { flow: wanted.flow.definition.flow, id: wanted.id, subject: wanted.subject };
  for (let waits = 0; waits < WAITS; waits++) {
    const { ticket, own } = await tools.applicationReads.claim(place, LEASE_MS);
    if (own) return read({ ...wanted, ticket }, tools);
    const other = await ended(ticket, request, wanted, tools);
    if ((await tools.applications.byId(wanted.id)) !== undefined) return known(wanted);
    if (other === undefined) break;
    if (other.result !== undefined) return answered(wanted, other.result, tools);
  }
  return answered(wanted, NO_ANSWER, tools);
}

/** Makes the read, which this visit has claimed. */
async function read(wanted: ClaimedImport, tools: VisitTools): Promise<Advance> {
  const { ticket } = wanted;
  const { applicationReads } = tools;
  try {
    return await whileRenewing(
      {
        renew: async () => applicationReads.renew(ticket, LEASE_MS),
        leaseMs: LEASE_MS,
        report: (error) => reportRenewal("import", error, tools),
      },
      async () => readAndSave(wanted, tools),
    );
  } finally {
    await applicationReads.giveUp(ticket);
  }
}

async function readAndSave(wanted: ClaimedImport, tools: VisitTools): Promise<Advance> {
  const { ticket, id, flow, scope } = wanted;
  const { applicationReads, applications } = tools;
  // Another visit may have saved the application meanwhile.
  if ((await applications.byId(id)) !== undefined) return known(wanted);
  const result = await makeCall(
    { flow, request: wanted.pending.request, record: undefined, scope },
    tools,
  );
  const move = answered(wanted, result, tools);
  const { step } = move;
  if (move.next.kind !== "imported" || step === undefined) {
    await applicationReads.answer(ticket, result);
    return move;
  }
  await applications.import({
    id,
    flow: flow.definition.flow,
    flowVersion: wanted.version,
    variant: wanted.variant,
    subject: wanted.subject,
    state: step.state,
    events: step.events,
    reports: move.reports,
    input: step.input,
    pii: flow.pii,
    timers: timersAfter(flow, [], { ...step, context: wanted.context }),
  });
  tools.deliverEvents();
  return known(wanted);
}

/** Waits for another visit's read; undefined when it does not end in the time of a read. */
async function ended(
  ticket: string,
  request: CallRequest,
  { scope }: Import,
  tools: VisitTools,
): Promise<{ readonly result: CallResult | undefined } | undefined> {
  return waitFor(
    async () => {
      const standing = await tools.applicationReads.standing(ticket);
      if (standing.kind === "answered") return { result: standing.result };
      return standing.kind === "gone" ? { result: undefined } : undefined;
    },
    { patienceMs: longestCallMs(request) + LEASE_MS, everyMs: POLL_MS, scope },
  );
}

function known({ visit }: Import): Advance {
  return { visit, reports: [], next: { kind: "imported" } };
}

function answered(
  { flow, visit, pending, context }: Import,
  result: CallResult,
  tools: VisitTools,
): Advance {
  return advance(flow, visit, {
    kind: "result",
    pending,
    result,
    context: { ...context, now: tools.now(), uuids: freshUuids(flow) },
  });
}
