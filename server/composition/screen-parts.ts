import type { Logger } from "pino";
import { builtPage, type DecorateFrame } from "../application/page/built-page.ts";
import { ValidatorModules } from "../application/page/validator-module.ts";
import type { Sandbox } from "../application/sandbox-types.ts";
import type { WebhookTools } from "../application/webhooks/apply-webhooks.ts";
import type { LiveChannel } from "../routes/development/live-channel.ts";
import { withLiveScript } from "../routes/development/live-routes.ts";
import type { ScreenTools } from "../routes/screens/exchange.ts";
import { endSession } from "../routes/sign-in/sign-out.ts";
import type { SignIn } from "../routes/sign-in/sign-in.ts";
import type { Database } from "../storage/database/database.ts";
import { eraseApplication } from "../storage/retention/erase.ts";
import type { Repositories } from "./repositories.ts";

/** What the screens depend on. */
export interface ScreenDependencies extends Pick<
  ScreenTools,
  "cookies" | "pendingLinks" | "entries"
> {
  readonly visits: WebhookTools;
  readonly repositories: Repositories;
  readonly database: Database;
  readonly signIn: SignIn;
  readonly projectFolder: string;
  readonly logger: Logger;
  /** Development only. */
  readonly sandbox: Sandbox | undefined;
  readonly live: LiveChannel | undefined;
}

/** The parts that answer a screen's requests. */
export async function screenParts({
  visits,
  repositories,
  database,
  signIn,
  projectFolder,
  logger,
  sandbox,
  live,
  ...cookies
}: ScreenDependencies): Promise<ScreenTools> {
  const validators = new ValidatorModules((url, code) => {
    repositories.pageFiles.provide(new Map([[url, code]])).catch((error: unknown) => {
      logger.warn({ err: error }, "a form's validator could not be kept for other nodes");
    });
  });
  const parts: ScreenTools = {
    ...visits,
    ...repositories,
    ...cookies,
    validators,
    renderPage: await builtPage(projectFolder, validators, decorating({ sandbox, live })),
    eraseApplication: async ({ key, revision }) =>
      (await eraseApplication(database, key, "asked", revision)) !== undefined,
    signOut: async (request, reply) => endSession(request, reply, parts, signIn),
  };
  return parts;
}

/** Adds what development has: the bar of test data, and the script of live pages. */
function decorating({
  sandbox,
  live,
}: Pick<ScreenDependencies, "sandbox" | "live">): DecorateFrame {
  return (frame, { view, nonce }) => {
    const decorated = sandbox?.decorate(frame, { view, nonce }) ?? frame;
    return live === undefined ? decorated : withLiveScript(decorated, live.state);
  };
}
