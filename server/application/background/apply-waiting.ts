import { repeatWork } from "./repeat-work.ts";
import { applyWebhooks, type WebhookTools } from "../webhooks/apply-webhooks.ts";

/** Milliseconds between two searches for events that wait although their application is known. */
const LOOK_EVERY_MS = 2000;

/** Time for the receiving node to apply an event. */
const GRACE_MS = 10_000;

/**
 * Applies events that a crash or a pending call left behind. Any node may; an event is applied
 * once.
 *
 * @returns stops it, once work in progress is done
 */
export function applyWaiting(
  tools: WebhookTools,
  report: (error: Error) => void,
): () => Promise<void> {
  const look = async () => {
    for (const application of await tools.webhookEvents.awaited(GRACE_MS))
      await applyWebhooks(application, tools);
  };
  return repeatWork(LOOK_EVERY_MS, look, report);
}
