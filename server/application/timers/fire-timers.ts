import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { dueTimer, timersAfter } from "../../../engine/transition/timers.ts";
import { visitAt } from "../../../engine/visit/visit.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { FlowTools } from "../flow-tools.ts";
import { migrateApplication } from "../migrate-application.ts";
import { driveVisit } from "../visit/drive-visit.ts";
import { freshUuids } from "../visit/fresh-uuids.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";
import { unattendedContext } from "../visit/unattended-context.ts";
import type { VisitTools } from "../visit/visit-tools.ts";

/** The parts of the server that fire timers. */
export type TimerTools = VisitTools & FlowTools;

/** Most timers of one application in one pass; the next pass continues. */
const MOST_STEPS = 20;

/**
 * Milliseconds until the next pass over an application whose flow is not served, or whose call
 * stays open.
 */
const LATER_MS = 600_000;

/** An application in the version that applies now. */
interface TimedApplication {
  readonly flow: CompiledVariant;
  readonly version: string;
  readonly record: ApplicationRecord;
  readonly context: InputContext;
}

/**
 * Fires the due timers of an application, each in a step of its own, after resuming an interrupted
 * call. A timer fires once on any number of nodes: its step commits only on the revision of its
 * decision, and sets the timer's next time.
 */
export async function fireTimers(application: string, tools: TimerTools): Promise<void> {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const timed = await load(application, tools);
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
      await tools.applications.setTimers(record, running);
      return;
    }
    const latest = await fire(timed, timer.id, tools);
    if (latest !== undefined && dueTimer(latest.timers, tools.now()) === undefined) return;
  }
}

async function load(key: string, tools: TimerTools): Promise<TimedApplication | undefined> {
  const record = await tools.applications.byKey(key);
  if (record === undefined) return undefined;
  const live = tools.library().flows.get(record.flow);
  if (live === undefined) {
    await tools.applications.lookAt(record, later(tools));
    return undefined;
  }
  const context = unattendedContext(record, tools);
  const { flow: version, record: current } = await migrateApplication(record, live, context, tools);
  const flow = version.variant(context.variant);
  return { flow, version: version.version, record: current, context };
}

/** @returns false when the call is left to another process, or stays open */
async function resume(timed: TimedApplication, tools: TimerTools): Promise<boolean> {
  const resumed = await resumePendingCalls(timed, tools);
  if (resumed === undefined) return false;
  if (resumed === "stale" || !resumed.record.calling) return true;
  await tools.applications.lookAt(resumed.record, later(tools));
  return false;
}

/** @returns the application after the step; undefined when another step was faster */
async function fire(
  { flow, version, record, context }: TimedApplication,
  timer: string,
  tools: TimerTools,
): Promise<ApplicationRecord | undefined> {
  const { outcome, record: latest } = await driveVisit(
    {
      flow,
      version,
      record,
      report: async (reports) =>
        tools.events.write(reports, {
          flow: record.flow,
          flowVersion: version,
          application: record.key,
        }),
    },
    visitAt({ path: "/", query: {} }, record.state),
    { kind: "timer", timer, context: { ...context, uuids: freshUuids(flow) } },
    tools,
  );
  return outcome.kind === "done" ? latest : undefined;
}

function later(tools: TimerTools): string {
  return new Date(Date.parse(tools.now()) + LATER_MS).toISOString();
}
