import type { FastifyReply, FastifyRequest } from "fastify";
import type { DrawPage } from "./page/built-page.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { FlowLibrary } from "../definitions/flow-library.ts";
import type { PendingLinks } from "./grants/pending-links.ts";
import type { Grants } from "../storage/repositories/grants.ts";
import type { WebhookEvents } from "../storage/repositories/webhook-events.ts";
import type { ConfiguredProviders } from "../calls/read-providers.ts";
import type { Drafts } from "../storage/repositories/drafts.ts";
import type { AccessLog } from "../storage/repositories/access-log.ts";
import type { SiteCookies } from "./request/site-cookies.ts";
import type { RequestReads } from "../storage/repositories/request-reads.ts";
import type { Sessions } from "../storage/repositories/sessions.ts";
import type { RateLimits } from "../storage/repositories/rate-limits.ts";
import type { VisitTools } from "./visit/visit-tools.ts";
import type { ValidatorModules } from "./page/validator-module.ts";

/** What routes work with. */
export interface ServerTools extends VisitTools {
  readonly environment: string;
  readonly cookies: SiteCookies;
  /** Ends the session of a request, with all that the browser keeps of it. @returns where to go on */
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<string>;
  readonly sessions: Sessions;
  readonly requestReads: RequestReads;
  readonly grants: Grants;
  readonly webhookEvents: WebhookEvents;
  /** Providers of a flow whose credentials are in the environment, with their settings. */
  providersOf(flow: CompiledFlow): ConfiguredProviders;
  readonly looks: AccessLog;
  readonly pendingLinks: PendingLinks;
  readonly validators: ValidatorModules;
  /** The flows being served now. */
  library(): FlowLibrary;
  /** A published version of a flow, compiled; undefined when it cannot be had. */
  olderVersion(flow: string, hash: string): Promise<CompiledFlow | undefined>;
  /** Draws a view as a page; `key` is the idempotency key of its plain HTML form. */
  readonly renderPage: DrawPage;
  readonly rateLimits: RateLimits;
  readonly drafts: Drafts;
  /** The site's addresses as visitors see it; none: each request's own. */
  readonly publicUrls: readonly string[];
}
