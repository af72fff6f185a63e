import { randomUUID } from "node:crypto";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { timersAfter } from "../../../engine/transition/timers.ts";
import type { Advance, Visit, VisitEvent } from "../../../engine/visit/visit.ts";
import type { ApplicationRecord, Step } from "../../storage/repositories/applications.ts";
import { newAwaitedKeys } from "./awaited-keys.ts";
import type { CallLease } from "../../storage/repositories/calls.ts";
import { LEASE_MS } from "./make-call.ts";
import type { VisitRun } from "./visit-run.ts";

/** A move with a step. */
type Move = Advance & { readonly step: NonNullable<Advance["step"]> };

/** Where a step stands in its visit. */
export interface StepPlace {
  /** Before the step. */
  readonly before: Visit;
  readonly event: VisitEvent;
  /** The application before the step. */
  readonly record: ApplicationRecord;
  /** The call whose result the step reads. */
  readonly answers: CallLease | undefined;
  /** The request's idempotency key; undefined once its answer is saved. */
  readonly key: string | undefined;
}

/** The step of a move as it is saved, with the call that it begins. */
export function stepToSave(run: VisitRun, move: Move, place: StepPlace): Step {
  const { flow } = run;
  const { step, reports } = move;
  const { before, event, record, answers, key } = place;
  return {
    record,
    state: step.state,
    events: step.events,
    reports,
    input: step.input,
    pii: flow.pii,
    flowVersion: run.version,
    awaits: newAwaitedKeys(flow, { before: before.state, after: step.state }, event.context),
    timers: timersToSave(flow, step, { record, context: event.context }),
    sent: event.kind === "act" ? run.sent : undefined,
    answered:
      event.kind === "result" && answers !== undefined
        ? {
            call: answers,
            outcome: event.result.outcome ?? String(event.result.status ?? ""),
            open: step.callStaysOpen === true,
          }
        : undefined,
    call: step.call && {
      id: randomUUID(),
      request: step.call,
      leaseMs: LEASE_MS,
      idempotencyKey: key,
    },
    finish: finishOf(move, place),
  };
}

/**
 * The request's answer, which its last step saves: after a crash a repetition still gets it.
 * Undefined for a step that begins a call, and for a request without a key.
 */
function finishOf({ step, visit }: Move, { record, key }: StepPlace): Step["finish"] {
  if (step.call !== undefined || key === undefined) return undefined;
  const { notices } = visit;
  return { key, answer: { next: step.next, notices, revision: record.revision + 1 } };
}

/** The timers after a step. With a call in progress, a timer checks that this node is alive. */
function timersToSave(
  flow: CompiledVariant,
  { input, state, call }: Move["step"],
  { record, context }: { readonly record: ApplicationRecord; readonly context: InputContext },
): Step["timers"] {
  const before = record.timers ?? [];
  if (flow.timers.size === 0 && before.length === 0) return undefined;
  const running = timersAfter(flow, before, { input, state, context });
  const checkAt =
    call === undefined ? undefined : new Date(Date.parse(context.now) + 2 * LEASE_MS).toISOString();
  return { running, checkAt };
}
