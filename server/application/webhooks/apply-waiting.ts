import { applyWebhooks, type WebhookTools } from "./apply-webhooks.ts";

/** So often a node looks for events that wait though their application is known. */
const LOOK_EVERY_MS = 2000;

/** Time for whoever took an event to apply it. */
const GRACE_MS = 10_000;

/**
 * Applies events that were left behind: by a crash, or because a call was under way when they came. Any node may; an
 * event is applied once.
 *
 * @returns stops it, once what is under way is done
 */
export function applyWaiting(
  tools: WebhookTools,
  report: (error: Error) => void,
): () => Promise<void> {
  let under: Promise<void> | undefined;
  const look = async () => {
    for (const application of await tools.webhookEvents.awaited(GRACE_MS))
      await applyWebhooks(application, tools);
  };
  const timer = setInterval(() => {
    under ??= look()
      .catch((error: unknown) => report(error as Error))
      .finally(() => {
        under = undefined;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await under;
  };
}
