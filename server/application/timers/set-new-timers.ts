import { setImmediate as nextTurn } from "node:timers/promises";
import { dueTimer, timersAfter } from "../../../engine/transition/timers.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type {
  ComputedTimers,
  NewTimers,
  TimersClaim,
} from "../../storage/repositories/new-timers.ts";
import { loadUnattended } from "../visit/unattended-visit.ts";
import type { TimerTools } from "./fire-timers.ts";

/** Applications of one search, each with a claim, a read and a write for all of them. */
const TAKEN = 20;

/** Milliseconds until the next look at an application whose flow is not served. */
const LATER_MS = 600_000;

/**
 * Sets the timers that a new version adds, of all applications that wait for it, a few at a time
 * and without a step. Another pass fires due timers; neither pass waits for the other.
 *
 * @param report takes the error of one application, which is tried again and delays no other
 */
export async function setNewTimers(
  tools: TimerTools & { readonly newTimers: NewTimers },
  report: (error: Error) => void,
  isStopped: () => boolean,
): Promise<void> {
  const { newTimers } = tools;
  for (let taken = TAKEN; taken === TAKEN && !isStopped();) {
    const claims = await newTimers.claim(TAKEN);
    taken = claims.length;
    const records = await tools.applications.byKeys(claims.map(({ key }) => key));
    const set: ComputedTimers[] = [];
    const later: TimersClaim[] = [];
    for (const claim of claims) {
      const record = records.get(claim.key);
      if (record === undefined) continue;
      await nextTurn();
      const outcome = await look(record, tools).catch((error: unknown) => report(error as Error));
      if (outcome === "later") later.push(claim);
      else if (outcome !== undefined && outcome !== "left") set.push({ ...outcome, claim });
    }
    if (set.length > 0) await newTimers.set(set);
    if (later.length > 0) await newTimers.putOff(later, LATER_MS);
  }
}

/** @returns the timers to set; `left`: another pass sets them; `later`: its flow is not served */
async function look(
  record: ApplicationRecord,
  tools: TimerTools,
): Promise<Omit<ComputedTimers, "claim"> | "left" | "later"> {
  // The pass of due timers resumes an interrupted call, and fires due timers.
  if (record.calling) {
    await tools.applications.makeDue(record.key);
    return "left";
  }
  const timed = await loadUnattended(record, tools);
  if (timed === undefined) return "later";
  const { flow, context } = timed;
  if (dueTimer(timed.record.timers, context.now) !== undefined) return "left";
  const { state, timers } = timed.record;
  const running = timersAfter(flow, timers, { input: undefined, state, context });
  return { revision: record.revision, timers: running };
}
