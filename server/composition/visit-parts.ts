import type { FlowTools } from "../application/flow-tools.ts";
import { SiteLinks } from "../application/grants/site-links.ts";
import { applyWebhooks, type WebhookTools } from "../application/webhooks/apply-webhooks.ts";
import type { CallTargets } from "../calls/run-call.ts";
import type { ServerConfig } from "../settings/config.ts";
import type { Vault } from "../storage/secrets/vault.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Repositories } from "./repositories.ts";

/** What visits and provider events depend on. */
export interface VisitDependencies {
  readonly definitions: FlowTools;
  readonly repositories: Repositories;
  readonly vault: Vault;
  readonly targets: CallTargets;
  readonly telemetry: Telemetry;
  /** Wakes the delivery of analytics events. */
  deliverEvents(): void;
  /** ISO 8601. */
  now(): string;
}

/** The parts that take the steps of applications: for visitors, provider events and timers. */
export function visitParts(config: ServerConfig, dependencies: VisitDependencies): WebhookTools {
  const { repositories, definitions } = dependencies;
  const { applications } = repositories;
  const parts: WebhookTools = {
    environment: definitions.environment,
    library: definitions.library,
    olderVersion: definitions.olderVersion,
    versionsOf: definitions.versionsOf,
    providersOf: definitions.providersOf,
    applications,
    applicationReads: repositories.applicationReads,
    calls: repositories.calls,
    callCounts: repositories.callCounts,
    idempotencyKeys: repositories.idempotencyKeys,
    events: repositories.events,
    files: repositories.files,
    webhookEvents: repositories.webhookEvents,
    deliverEvents: () => dependencies.deliverEvents(),
    links: new SiteLinks(repositories.grants, dependencies.vault, siteOrigins(config)),
    async applyReceived(record) {
      await applyWebhooks(record.key, parts);
      return (await applications.byKey(record.key)) ?? record;
    },
    targets: dependencies.targets,
    telemetry: dependencies.telemetry,
    now: () => dependencies.now(),
  };
  return parts;
}

/** Origins of the addresses that this site puts into mails. */
function siteOrigins({ publicUrls, development, port }: ServerConfig): readonly string[] {
  return publicUrls.length > 0 || !development
    ? publicUrls
    : [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
}
