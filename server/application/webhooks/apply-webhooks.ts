import type { WaitingEvent, WebhookEvents } from "../../storage/repositories/webhook-events.ts";
import { DatabaseUnavailable } from "../../storage/database/database-unavailable.ts";
import type { FlowTools } from "../flow-tools.ts";
import type { VisitTools } from "../visit/visit-tools.ts";
import { visitAt } from "../../../engine/visit/visit.ts";
import { driveVisit } from "../visit/drive-visit.ts";
import { freshUuids } from "../visit/fresh-uuids.ts";
import { OVERTAKEN } from "../visit/try-until-saved.ts";
import { stepUnattended, unattendedRun } from "../visit/unattended-visit.ts";

/** The parts of the server that apply events of providers. */
export interface WebhookTools extends VisitTools, FlowTools {
  readonly webhookEvents: WebhookEvents;
}

/**
 * Applies the received events of an application, oldest first. During a call nothing is applied:
 * the maker of the call does so afterwards, or the next search. An event that throws delays no
 * other.
 *
 * @throws the error of the first event that threw, after all others
 */
export async function applyWebhooks(application: string, tools: WebhookTools): Promise<void> {
  const failures: unknown[] = [];
  for await (const event of tools.webhookEvents.waitingFor(application)) {
    try {
      if (!(await applyEvent(application, event, tools))) break;
    } catch (error) {
      failures.push(error);
      if (error instanceof DatabaseUnavailable) break;
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** @returns false when it must wait */
async function applyEvent(
  application: string,
  waiting: WaitingEvent,
  tools: WebhookTools,
): Promise<boolean> {
  const isSettled = await stepUnattended(application, tools, async (present) => {
    const { end } = await driveVisit(
      { ...unattendedRun(present, tools), received: waiting.id },
      visitAt({ path: "/", query: {} }, present.record.state),
      {
        kind: "webhook",
        heard: waiting.event,
        context: { ...present.context, uuids: freshUuids(present.flow) },
      },
      tools,
    );
    if (end.kind === "done") return true;
    if (end.kind !== "refused") return OVERTAKEN;
    const { cause } = end.refusal;
    await tools.webhookEvents.settle(waiting.id, cause === "forbidden" ? "refused" : "late");
    return true;
  });
  return isSettled === true;
}
