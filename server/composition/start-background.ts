import type { Logger } from "pino";
import { watchTimers } from "../application/background/watch-timers.ts";
import { applyWaiting } from "../application/background/apply-waiting.ts";
import type { WebhookTools } from "../application/webhooks/apply-webhooks.ts";
import { forgetOldHourly } from "../storage/retention/forget-old.ts";
import { isOutage } from "../storage/database/database-unavailable.ts";
import type { Repositories } from "./repositories.ts";

/** The work of a node beside its requests. */
export interface BackgroundWork {
  stop(): Promise<void>;
}

/** Starts what no request waits for: deleting old rows, provider events that wait, and timers. */
export function startBackground(
  visits: WebhookTools,
  repositories: Repositories,
  logger: Logger,
): BackgroundWork {
  const stopForgetting = forgetOldHourly(
    [
      repositories.idempotencyKeys,
      repositories.sessions,
      repositories.mails,
      repositories.mailCodes,
      repositories.events,
      repositories.webhookEvents,
      repositories.callCounts,
      repositories.rateLimits,
      repositories.nodes,
      repositories.drafts,
      repositories.accessLog,
    ],
    logger,
  );
  const stopWaiting = applyWaiting(visits, logErrorsAs(logger, "events wait"));
  const stopTimers = watchTimers(visits, logErrorsAs(logger, "a timer waits"));
  return {
    async stop() {
      stopForgetting();
      await stopWaiting();
      await stopTimers();
    },
  };
}

/**
 * Logs an error by its name and message alone: what it carries besides may be personal. That the
 * database is gone is logged by its pool, once.
 */
export function logErrorsAs(logger: Logger, message: string): (error: Error) => void {
  return (error) => {
    if (isOutage(error)) return;
    const { name, message: what } = error;
    logger.error({ err: { name, message: what } }, message);
  };
}
