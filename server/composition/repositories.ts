import { AccessLog } from "../storage/repositories/access-log.ts";
import { ApplicationReads } from "../storage/repositories/application-reads.ts";
import { Applications } from "../storage/repositories/applications.ts";
import { CallCounts } from "../storage/repositories/call-counts.ts";
import { Calls } from "../storage/repositories/calls.ts";
import { Drafts } from "../storage/repositories/drafts.ts";
import { Events } from "../storage/repositories/events.ts";
import { Files } from "../storage/repositories/files.ts";
import { Grants } from "../storage/repositories/grants.ts";
import { IdempotencyKeys } from "../storage/repositories/idempotency-keys.ts";
import { MailCodes } from "../storage/repositories/mail-codes.ts";
import { Mails } from "../storage/repositories/mails.ts";
import { NewTimers } from "../storage/repositories/new-timers.ts";
import { Nodes } from "../storage/repositories/nodes.ts";
import { PageFiles } from "../storage/repositories/page-files.ts";
import { RateLimits } from "../storage/repositories/rate-limits.ts";
import { RequestReads } from "../storage/repositories/request-reads.ts";
import { Sessions, type SessionOptions } from "../storage/repositories/sessions.ts";
import { WebhookEvents } from "../storage/repositories/webhook-events.ts";
import type { OpenedStorage } from "./open-storage.ts";

/** The repositories of the serving process, one object of each. */
export type Repositories = ReturnType<typeof openRepositories>;

/** Opens every repository on one database. */
export function openRepositories(
  { database, vault }: Pick<OpenedStorage, "database" | "vault">,
  options: SessionOptions,
) {
  const sessions = new Sessions(database, vault, options);
  return {
    accessLog: new AccessLog(database, vault),
    applicationReads: new ApplicationReads(database, vault),
    applications: new Applications(database, vault),
    callCounts: new CallCounts(database, vault),
    calls: new Calls(database, vault),
    drafts: new Drafts(database, vault),
    events: new Events(database),
    files: new Files(database, vault),
    grants: new Grants(database),
    idempotencyKeys: new IdempotencyKeys(database, vault),
    mailCodes: new MailCodes(database, vault),
    mails: new Mails(database, vault),
    newTimers: new NewTimers(database),
    nodes: new Nodes(database, vault),
    pageFiles: new PageFiles(database),
    rateLimits: new RateLimits(database, vault),
    requestReads: new RequestReads(database, vault, sessions),
    sessions,
    webhookEvents: new WebhookEvents(database, vault),
  } as const;
}
