import { randomUUID } from "node:crypto";
import { importRequest, isImported } from "../../engine/transition/import-request.ts";
import { answerScreen } from "../../engine/transition/answer-screen.ts";
import type { Accepted } from "../../engine/transition/answer.ts";
import type {
  CallRequest,
  CallResult,
  Input,
  InputContext,
} from "../../engine/transition/input.ts";
import type { Variant } from "../../engine/language/variant.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { pause, runCall, type CallTargets } from "../calls/run-call.ts";
import { serviceOf, type CallService } from "../calls/call-service.ts";
import type { ApplicationReads } from "../storage/repositories/application-reads.ts";
import type { Applications } from "../storage/repositories/applications.ts";
import { freshUuids } from "./take-step.ts";

/** What an import of an application needs of the server. */
export interface AdoptTools {
  readonly applications: Applications;
  readonly applicationReads: ApplicationReads;
  readonly targets: CallTargets;
  /** Says that there may be events to be taken somewhere. */
  deliverEvents(): void;
  /** ISO 8601. */
  now(): string;
}

/** The look at an application that is named in the path and not known here. */
export interface AdoptLook {
  readonly flow: CompiledVariant;
  readonly version: string;
  readonly variant: Variant;
  readonly path: string;
  /** The id in the path. */
  readonly id: string;
  readonly subject: Buffer;
  readonly context: InputContext;
}

/** What came of a look. */
export type Adoption =
  /** The flow asks no service for it, or not for this visitor. */
  | { readonly kind: "not-asked" }
  /** It is known here now, and may be the visitor's or another's. */
  | { readonly kind: "known" }
  /** It is not the visitor's, or was not told: what the flow makes of the answer. */
  | { readonly kind: "answered"; readonly answer: Accepted };

/** A read is taken over by another visit when its maker has given no sign for so long. */
const LEASE_MS = 9000;
/** How often a visit looks whether the read of another is answered. */
const LOOK_EVERY_MS = 50;
/** Reads of others that a visit waits for, one after the other, before it gives up. */
const WAITS = 5;
const NO_ANSWER: CallResult = { outcome: "timeout", answer: null };

/**
 * Asks elsewhere for an application, as the flow's `adopt` says, and keeps it when its answer names the visitor as the
 * owner. Visits of one person at the same time share one read, over all nodes.
 */
export async function importApplication(look: AdoptLook, tools: AdoptTools): Promise<Adoption> {
  const request = importRequest(look.flow, look.path, {}, look.context);
  const service = request === undefined ? undefined : serviceOf(look.flow, request);
  if (request === undefined || service === undefined) return { kind: "not-asked" };
  const place = { flow: look.flow.definition.flow, id: look.id, subject: look.subject };
  for (let waits = 0; waits < WAITS; waits++) {
    const { ticket, own } = await tools.applicationReads.claim(place, LEASE_MS);
    if (own) return readFor(ticket, { ...look, request, service }, tools);
    const result = await answerOf(ticket, tools);
    if ((await tools.applications.byId(look.id)) !== undefined) return { kind: "known" };
    if (result !== undefined)
      return { kind: "answered", answer: answered({ ...look, request }, result, tools).answer };
  }
  const { answer } = answered({ ...look, request }, NO_ANSWER, tools);
  return { kind: "answered", answer };
}

/** Makes the read that this visit has claimed. */
async function readFor(
  ticket: string,
  look: AdoptLook & { readonly request: CallRequest; readonly service: CallService },
  tools: AdoptTools,
): Promise<Adoption> {
  const { applicationReads, applications } = tools;
  const renewal = setInterval(
    () => void applicationReads.renew(ticket, LEASE_MS).catch(() => undefined),
    LEASE_MS / 3,
  );
  try {
    // Another visit may have kept it since this one looked.
    if ((await applications.byId(look.id)) !== undefined) return { kind: "known" };
    const result = await runCall(look.request, look.service, tools.targets, randomUUID());
    const { answer, input, adopted } = answered(look, result, tools);
    if (!adopted) {
      await applicationReads.answer(ticket, result);
      return { kind: "answered", answer };
    }
    await applications.import({
      id: look.id,
      flow: look.flow.definition.flow,
      flowVersion: look.version,
      variant: look.variant,
      subject: look.subject,
      state: answer.state,
      events: answer.events,
      reports: answer.reports,
      input,
      pii: look.flow.pii,
    });
    tools.deliverEvents();
    return { kind: "known" };
  } finally {
    clearInterval(renewal);
    await applicationReads.giveUp(ticket);
  }
}

/** Waits for another visit's read; undefined when it ended without an answer. */
async function answerOf(ticket: string, tools: AdoptTools): Promise<CallResult | undefined> {
  for (;;) {
    const standing = await tools.applicationReads.standing(ticket);
    if (standing.kind === "answered") return standing.result;
    if (standing.kind === "gone") return undefined;
    await pause(LOOK_EVERY_MS);
  }
}

/** What the flow makes of what the service answered. */
function answered(
  { flow, request, context }: Pick<AdoptLook, "flow" | "context"> & { request: CallRequest },
  result: CallResult,
  tools: AdoptTools,
): { readonly answer: Accepted; readonly input: Input; readonly adopted: boolean } {
  const input: Input = {
    kind: "result",
    request,
    result,
    context: { ...context, access: "ok", now: tools.now(), uuids: freshUuids(flow) },
  };
  const answer = answerScreen(flow, {}, input);
  if (answer.kind === "refused")
    throw new Error(`The answer of "${request.call}" was refused: ${answer.reason}`);
  return { answer, input, adopted: isImported(flow, request, answer, input.context) };
}
