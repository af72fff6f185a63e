import type { PendingLinks } from "../application/grants/pending-links.ts";
import { builtPage, type DecorateFrame } from "../application/page/built-page.ts";
import { ValidatorModules } from "../application/page/validator-module.ts";
import type { EntryCookie } from "../application/request/entry-cookie.ts";
import type { SessionTools } from "../application/request/session.ts";
import type { Sandbox } from "../application/sandbox.ts";
import type { WebhookTools } from "../application/webhooks/apply-webhooks.ts";
import type { LiveChannel } from "../routes/development/live-channel.ts";
import { withLiveScript } from "../routes/development/live-routes.ts";
import type { ScreenTools } from "../routes/screens/exchange.ts";
import { endSession } from "../routes/sign-in/sign-out.ts";
import type { SignIn } from "../routes/sign-in/sign-in.ts";
import type { Repositories } from "./repositories.ts";

/** What the screens depend on. */
export interface ScreenDependencies {
  readonly visits: WebhookTools;
  readonly repositories: Repositories;
  readonly cookies: SessionTools["cookies"];
  /** What waits in cookies of the browser. */
  readonly waiting: { readonly links: PendingLinks; readonly entries: EntryCookie };
  readonly signIn: SignIn;
  readonly projectFolder: string;
  /** Development only. */
  readonly sandbox: Sandbox | undefined;
  readonly live: LiveChannel | undefined;
}

/** The parts that answer a screen's requests. */
export async function screenParts(dependencies: ScreenDependencies): Promise<ScreenTools> {
  const { visits, repositories, cookies, waiting } = dependencies;
  const validators = new ValidatorModules();
  const visitors: SessionTools = { sessions: repositories.sessions, cookies };
  return {
    ...visits,
    ...visitors,
    requestReads: repositories.requestReads,
    grants: repositories.grants,
    accessLog: repositories.accessLog,
    drafts: repositories.drafts,
    pendingLinks: waiting.links,
    entries: waiting.entries,
    validators,
    renderPage: await builtPage(dependencies.projectFolder, validators, decorating(dependencies)),
    signOut: (request, reply) =>
      endSession(request, reply, { ...visitors, library: visits.library }, dependencies.signIn),
  };
}

/** Adds what development has: the bar of test data, and the script of live pages. */
function decorating({
  sandbox,
  live,
}: Pick<ScreenDependencies, "sandbox" | "live">): DecorateFrame {
  return (frame, { view: { flow }, nonce }) => {
    const decorated = sandbox?.decorate(frame, { flow, nonce }) ?? frame;
    return live === undefined ? decorated : withLiveScript(decorated, live.state);
  };
}
