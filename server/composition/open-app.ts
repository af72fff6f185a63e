import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { PendingLinks } from "../application/grants/pending-links.ts";
import { EntryCookie } from "../application/cookies/entry-cookie.ts";
import { SiteCookies } from "../application/cookies/site-cookies.ts";
import type { ServerConfig } from "../settings/config.ts";
import { buildApp } from "../routes/app.ts";
import { liveRoutes } from "../routes/development/live-routes.ts";
import { Attempts } from "../routes/sign-in/attempts.ts";
import { issuerOf } from "../routes/sign-in/issuer.ts";
import type { SignIn } from "../routes/sign-in/sign-in.ts";
import type { OpenedStorage } from "./open-storage.ts";
import { sharePageFiles } from "./share-page-files.ts";
import { screenParts, type ScreenDependencies } from "./screen-parts.ts";

/** What the routes depend on. */
export interface AppDependencies extends Omit<
  ScreenDependencies,
  "cookies" | "pendingLinks" | "entries" | "signIn" | "database"
> {
  readonly storage: Pick<OpenedStorage, "database" | "vault">;
  /** Address of this site as the visitor sees it, without a path. */
  readonly origin: SignIn["origin"];
}

/** Opens the HTTP application with all its routes; it does not listen yet. */
export async function openApp(
  config: ServerConfig,
  { storage, origin, ...dependencies }: AppDependencies,
): Promise<FastifyInstance> {
  const { visits, repositories, sandbox, live, projectFolder, logger } = dependencies;
  const { database, vault } = storage;
  const cookies = new SiteCookies({
    secure: config.secureCookies,
    embedded: config.edges.ancestors.length > 0,
    domain: config.cookieDomain,
  });
  const sealed = { vault, cookies, now: () => Date.parse(visits.now()) };
  const waiting = { pendingLinks: new PendingLinks(sealed), entries: new EntryCookie(sealed) };
  const signIn: SignIn = {
    issuer: issuerOf(config.oidc, sandbox?.issuer),
    attempts: new Attempts(sealed),
    forgetWaiting(reply) {
      waiting.pendingLinks.forgetAll(reply);
      waiting.entries.forget(reply);
    },
    origin,
  };
  const clientFolder = join(projectFolder, "dist/web/client");
  await sharePageFiles(join(clientFolder, "assets"), repositories.pageFiles);
  return buildApp({
    screens: await screenParts({ ...dependencies, database, cookies, ...waiting, signIn }),
    webhooks: visits,
    rateLimits: repositories.rateLimits,
    pageFiles: repositories.pageFiles,
    database,
    signIn,
    clientFolder,
    flowsFolder: config.flowsFolder,
    edits: config.watch,
    logger,
    admission: config.admission,
    edges: config.edges,
    publicUrls: config.publicUrls,
    mount: async (outer) => {
      await sandbox?.mount(outer);
      if (live !== undefined)
        liveRoutes(outer, live, join(projectFolder, "dist/web/development/live.js"));
    },
  });
}
