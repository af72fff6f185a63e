import { dueTimer, timersAfter } from "../../../engine/transition/timers.ts";
import type { DueApplication } from "../../storage/repositories/applications.ts";
import type { FlowTools } from "../flow-tools.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";
import {
  loadUnattended,
  visitUnattended,
  type UnattendedApplication,
} from "../visit/unattended-visit.ts";
import type { VisitTools } from "../visit/visit-tools.ts";

/** The parts of the server that fire timers. */
export type TimerTools = VisitTools & FlowTools;

/** Maximum number of timers of one application in one pass; the next pass continues. */
const MOST_STEPS = 20;

/**
 * Milliseconds until the next pass over an application whose flow is not served, or whose call
 * stays open.
 */
const LATER_MS = 600_000;

/**
 * Fires the due timers of an application, each in a step of its own, after resuming an interrupted
 * call. A timer fires once on any number of nodes: its step commits only on the revision of its
 * decision, and sets the timer's next time.
 */
export async function fireTimers(due: DueApplication, tools: TimerTools): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    // A step of this pass sets the time anew: from then on the revision tells of other passes.
    const lease = steps === 0 ? due : undefined;
    const timed = await load(due.key, lease, tools);
    if (timed === undefined) return;
    if (timed.record.calling) {
      if (!(await resume(timed, tools))) return;
      continue;
    }
    const { flow, record, context } = timed;
    const timer = dueTimer(record.timers, context.now);
    if (timer === undefined) {
      const { state } = record;
      const running = timersAfter(flow, record.timers, { input: undefined, state, context });
      await tools.applications.setTimers(record, running, lease);
      return;
    }
    const latest = await visitUnattended(timed, { kind: "timer", timer: timer.id }, tools);
    if (latest !== undefined && dueTimer(latest.timers, tools.now()) === undefined) return;
  }
}

async function load(
  key: string,
  lease: DueApplication | undefined,
  tools: TimerTools,
): Promise<UnattendedApplication | undefined> {
  const record = await tools.applications.byKey(key);
  if (record === undefined) return undefined;
  const timed = await loadUnattended(record, tools);
  if (timed === undefined) await tools.applications.putOff(record, LATER_MS, lease);
  return timed;
}

/** @returns false when the call is left to another process, or stays open */
async function resume(timed: UnattendedApplication, tools: TimerTools): Promise<boolean> {
  const resumed = await resumePendingCalls(timed, tools);
  if (resumed === undefined) return false;
  if (resumed === "stale" || !resumed.record.calling) return true;
  await tools.applications.putOff(resumed.record, LATER_MS, undefined);
  return false;
}
