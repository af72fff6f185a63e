import type { InputContext } from "../../../engine/transition/input.ts";
import type { ConfiguredProviders } from "../../calls/read-providers.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import type { WaitingEvent } from "../../storage/repositories/webhook-events.ts";
import type { ServerTools } from "../server-tools.ts";
import { resumePendingCalls, freshUuids, takeStep } from "../take-step.ts";
import { migrateApplication } from "../migrate-application.ts";

/** Other steps may come in between; more often than this something else is wrong. */
const TRIES = 5;

/**
 * Applies what providers have told about an application, oldest first. While a call of it is under way nothing is
 * applied: whoever makes the call does so afterwards, or else the next look.
 */
export async function applyWebhooks(application: string, tools: ServerTools): Promise<void> {
  for (const event of await tools.webhookEvents.waitingFor(application)) {
    const done = await applyEvent(application, event, tools);
    if (!done) return;
  }
}

/** @returns false when it has to wait */
async function applyEvent(
  application: string,
  waiting: WaitingEvent,
  tools: ServerTools,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const record = await tools.applications.byKey(application);
    const library = tools.library();
    const live = record === undefined ? undefined : library.flows.get(record.flow);
    if (record === undefined || live === undefined) return false;
    const context = contextOf(record, tools);
    const settled = await migrateApplication(record, live, library, context, tools);
    const flow = settled.flow.variant(context.variant);
    if (settled.record.calling) {
      const continued = await resumePendingCalls(
        flow,
        settled.flow.version,
        settled.record,
        context,
        tools,
      );
      if (continued === undefined) return false;
      continue;
    }
    const input = {
      kind: "webhook" as const,
      heard: waiting.event,
      context: {
        ...context,
        uuids: freshUuids(flow),
        locale: flow.market.locales[0] ?? context.locale,
      },
    };
    const result = await takeStep(
      flow,
      settled.flow.version,
      settled.record,
      input,
      tools,
      undefined,
      waiting.id,
    );
    if (result.kind === "done") return true;
    if (result.kind === "refused") {
      await tools.webhookEvents.settle(
        waiting.id,
        result.refusal.reason === "forbidden" ? "refused" : "late",
      );
      return true;
    }
  }
  return false;
}

function contextOf({ variant, flow }: ApplicationRecord, tools: ServerTools): InputContext {
  const live = tools.library().flows.get(flow);
  const providers: ConfiguredProviders = live === undefined ? {} : tools.providersOf(live);
  return {
    now: tools.now(),
    variant: { ...variant, environment: tools.environment },
    locale: live?.definition.variants.fallbackLocale ?? "en-US",
    signedIn: false,
    uuids: [],
    providers,
  };
}
