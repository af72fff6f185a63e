import type { WaitingEvent, WebhookEvents } from "../../storage/repositories/webhook-events.ts";
import type { FlowTools } from "../flow-tools.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { visitAt } from "../../../engine/visit/visit.ts";
import { driveVisit } from "../visit/drive-visit.ts";
import { freshUuids } from "../visit/fresh-uuids.ts";
import { loadUnattended, unattendedRun } from "../visit/unattended-visit.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";

/** The parts of the server that apply events of providers. */
export interface WebhookTools extends VisitTools, FlowTools {
  readonly webhookEvents: WebhookEvents;
}

/** Attempts against other steps in between; more of them mean a defect. */
const TRIES = 5;

/**
 * Applies the received events of an application, oldest first. During a call nothing is applied:
 * the maker of the call does so afterwards, or the next search.
 */
export async function applyWebhooks(application: string, tools: WebhookTools): Promise<void> {
  for (const event of await tools.webhookEvents.waitingFor(application)) {
    const done = await applyEvent(application, event, tools);
    if (!done) return;
  }
}

/** @returns false when it must wait */
async function applyEvent(
  application: string,
  waiting: WaitingEvent,
  tools: WebhookTools,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const record = await tools.applications.byKey(application);
    const loaded = record === undefined ? undefined : await loadUnattended(record, tools);
    if (loaded === undefined) return false;
    const { flow, context } = loaded;
    if (loaded.record.calling) {
      if ((await resumePendingCalls(loaded, tools)) === undefined) return false;
      continue;
    }
    const driven = await driveVisit(
      { ...unattendedRun(loaded, tools), received: waiting.id },
      visitAt({ path: "/", query: {} }, loaded.record.state),
      {
        kind: "webhook",
        heard: waiting.event,
        context: { ...context, uuids: freshUuids(flow) },
      },
      tools,
    );
    if (driven.end.kind === "done") return true;
    if (driven.end.kind === "refused") {
      const { cause } = driven.end.refusal;
      await tools.webhookEvents.settle(waiting.id, cause === "forbidden" ? "refused" : "late");
      return true;
    }
  }
  return false;
}
