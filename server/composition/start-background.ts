import type { Logger } from "pino";
import { fireTimers } from "../application/timers/fire-timers.ts";
import { setNewTimers } from "../application/timers/set-new-timers.ts";
import { watchDue } from "../application/timers/watch-due.ts";
import { type WebhookTools, applyWebhooks } from "../application/webhooks/apply-webhooks.ts";
import { repeatWork } from "../application/timers/repeat-work.ts";
import { forgetOld, type Forgetting } from "../storage/retention/forget-old.ts";
import { unownedEvents } from "../storage/retention/unowned-events.ts";
import { logErrorsAs } from "../storage/database/log-errors.ts";
import type { Repositories } from "./repositories.ts";

/**
 * Milliseconds between two searches for events that a crash or a pending call left behind. Any node
 * applies them; an event is applied once.
 */
const WEBHOOKS_EVERY_MS = 2000;

const HOUR_MS = 3_600_000;

/** Milliseconds between two searches for due timers. */
const TIMERS_EVERY_MS = 1000;

/** Milliseconds after which another node may take over an application from this one. */
const TIMER_LEASE_MS = 30_000;

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
  const { applications, webhookEvents } = visits;
  let stopped = false;
  const stopForgetting = repeatWork(
    HOUR_MS,
    async () => forgetOld(expiring(repositories, visits), unforgotten(logger), () => stopped),
    logErrorsAs(logger, "old rows wait"),
  );
  const stopWaiting = watchDue(
    {
      everyMs: WEBHOOKS_EVERY_MS,
      claim: async (most) => webhookEvents.claimDue(most, [...visits.library().flows.keys()]),
      work: async (application) => applyWebhooks(application, visits),
    },
    logErrorsAs(logger, "events wait"),
  );
  const stopTimers = watchDue(
    {
      everyMs: TIMERS_EVERY_MS,
      claim: async (most) => applications.claimDue(most, TIMER_LEASE_MS),
      work: async (due) => fireTimers(due, visits),
    },
    logErrorsAs(logger, "a timer waits"),
  );
  const stopNewTimers = repeatWork(
    TIMERS_EVERY_MS,
    async () =>
      setNewTimers(
        { ...visits, newTimers: repositories.newTimers },
        logErrorsAs(logger, "the timers of a new version wait"),
        () => stopped,
      ),
    logErrorsAs(logger, "the timers of a new version wait"),
  );
  return {
    async stop() {
      stopped = true;
      await stopForgetting();
      await stopWaiting();
      await stopTimers();
      await stopNewTimers();
    },
  };
}

/** The tables whose rows expire. */
function expiring(
  repositories: Repositories,
  { library }: Pick<WebhookTools, "library">,
): Readonly<Record<string, Forgetting>> {
  return {
    idempotencyKeys: repositories.idempotencyKeys,
    sessions: repositories.sessions,
    mails: repositories.mails,
    mailCodes: repositories.mailCodes,
    events: repositories.events,
    webhookEvents: repositories.webhookEvents,
    callCounts: repositories.callCounts,
    rateLimits: repositories.rateLimits,
    nodes: repositories.nodes,
    pageFiles: repositories.pageFiles,
    drafts: repositories.drafts,
    files: repositories.files,
    accessLog: repositories.accessLog,
    applicationReads: repositories.applicationReads,
    unownedEvents: unownedEvents(repositories.events, () => library().flows.values()),
  };
}

function unforgotten(logger: Logger): (table: string, error: Error) => void {
  return (table, error) =>
    logErrorsAs(
      logger,
      `old rows of ${table} could not be deleted; in an hour it is tried again`,
    )(error);
}
