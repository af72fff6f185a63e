import type { WaitingEvent, WebhookEvents } from "../../storage/repositories/webhook-events.ts";
import type { FlowTools } from "../flow-tools.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { visitAt } from "../../../engine/visit/visit.ts";
import { driveVisit } from "../visit/drive-visit.ts";
import { freshUuids } from "../visit/fresh-uuids.ts";
import { unattendedContext } from "../visit/unattended-context.ts";
import { resumePendingCalls } from "../visit/resume-calls.ts";
import { migrateApplication } from "../migrate-application.ts";

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
    const live = record === undefined ? undefined : tools.library().flows.get(record.flow);
    if (record === undefined || live === undefined) return false;
    const context = unattendedContext(record, tools);
    const migrated = await migrateApplication(record, live, context, tools);
    const { flow: version, record: current, migration } = migrated;
    const flow = version.variant(context.variant);
    if (current.calling) {
      const resumed = await resumePendingCalls(
        { flow, version: version.version, record: current, context },
        tools,
      );
      if (resumed === undefined) return false;
      continue;
    }
    const driven = await driveVisit(
      {
        flow,
        version: version.version,
        record: current,
        migration,
        received: waiting.id,
        report: async (reports) =>
          tools.events.write(reports, {
            flow: current.flow,
            flowVersion: version.version,
            application: current.key,
          }),
      },
      visitAt({ path: "/", query: {} }, current.state),
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
