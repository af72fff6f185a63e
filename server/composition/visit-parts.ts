import type { FlowTools } from "../application/flow-tools.ts";
import { SiteLinks } from "../application/grants/site-links.ts";
import { applyWebhooks, type WebhookTools } from "../application/webhooks/apply-webhooks.ts";
import type { ServerConfig } from "../settings/config.ts";
import type { Vault } from "../storage/secrets/vault.ts";
import type { Repositories } from "./repositories.ts";

/** What visits and provider events depend on. */
export interface VisitDependencies extends Pick<
  WebhookTools,
  "targets" | "telemetry" | "deliverEvents" | "now"
> {
  readonly definitions: FlowTools;
  readonly repositories: Repositories;
  readonly vault: Vault;
}

/** The parts that take the steps of applications: for visitors, provider events and timers. */
export function visitParts(
  config: ServerConfig,
  { definitions, repositories, vault, ...rest }: VisitDependencies,
): WebhookTools {
  const parts: WebhookTools = {
    ...definitions,
    ...repositories,
    ...rest,
    links: new SiteLinks(repositories.grants, vault, siteOrigins(config)),
    async applyReceived(record) {
      await applyWebhooks(record.key, parts);
      return (await repositories.applications.byKey(record.key)) ?? record;
    },
  };
  return parts;
}

/** Origins of the addresses that this site puts into mails. */
function siteOrigins({ publicUrls, development, port }: ServerConfig): readonly string[] {
  return publicUrls.length > 0 || !development
    ? publicUrls
    : [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
}
