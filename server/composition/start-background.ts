import type { Logger } from "pino";
import { watchTimers } from "../application/background/watch-timers.ts";
import { type WebhookTools, applyWebhooks } from "../application/webhooks/apply-webhooks.ts";
import { forgetOldHourly } from "../storage/retention/forget-old.ts";
import { DatabaseUnavailable } from "../storage/database/database-unavailable.ts";
import type { Repositories } from "./repositories.ts";
import { repeatWork } from "../application/background/repeat-work.ts";

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
      repositories.pageFiles,
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
 * database is gone or refuses work is logged by the database itself, once.
 */
export function logErrorsAs(logger: Logger, message: string): (error: Error) => void {
  return (error) => {
    if (error instanceof DatabaseUnavailable) return;
    const { name, message: what } = error;
    logger.error({ err: { name, message: what } }, message);
  };
}

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
function applyWaiting(tools: WebhookTools, report: (error: Error) => void): () => Promise<void> {
  const look = async () => {
    for (const application of await tools.webhookEvents.awaited(GRACE_MS))
      await applyWebhooks(application, tools);
  };
  return repeatWork(LOOK_EVERY_MS, look, report);
}
