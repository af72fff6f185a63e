import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import type { FastifyInstance } from "fastify";
import { DefinitionError } from "../engine/language/problem.ts";
import { buildApp } from "./routes/app.ts";
import type { ServerConfig } from "./config.ts";
import { openDatabase, type Database } from "./storage/database/database.ts";
import { startEmbedded } from "./storage/database/embedded.ts";
import { superviseDatabase } from "./storage/database/supervise-database.ts";
import { migrateAt } from "./storage/database/migrate.ts";
import { LiveChannel } from "./routes/development/live-channel.ts";
import { liveRoutes, withLiveScript } from "./routes/development/live-routes.ts";
import { EventDeliverer } from "./calls/analytics/deliver-events.ts";
import {
  compileLibrary,
  libraryOf,
  type FlowLibrary,
  type LibraryResult,
} from "./definitions/flow-library.ts";
import { EditedFlows } from "./definitions/edited-flows.ts";
import type { EditedService } from "./definitions/watch-flows.ts";
import { readSourceFiles } from "./definitions/read-sources.ts";
import { builtAt, builtPage } from "./application/page/built-page.ts";
import { ValidatorModules } from "./application/page/validator-module.ts";
import { PendingLinks } from "./application/grants/pending-links.ts";
import { SiteLinks } from "./application/grants/site-links.ts";
import { inboxRoutes } from "./sandbox/inbox/inbox-routes.ts";
import { mailApp } from "./calls/mail/mail-app.ts";
import { smtpTransport } from "./calls/mail/smtp.ts";
import { ProviderSettings, checkProviderCredentials } from "./calls/check-provider-credentials.ts";
import { cardPage } from "./sandbox/platform/pages/card-page.ts";
import { providerPages } from "./sandbox/platform/pages/provider-pages.ts";
import { platformApp } from "./sandbox/platform/platform-app.ts";
import { jsonBodies } from "./plugins/bodies.ts";
import { ApplicationReads } from "./storage/repositories/application-reads.ts";
import { Applications } from "./storage/repositories/applications.ts";
import { CallCounts } from "./storage/repositories/call-counts.ts";
import { Calls } from "./storage/repositories/calls.ts";
import { Drafts } from "./storage/repositories/drafts.ts";
import { Events } from "./storage/repositories/events.ts";
import { Files } from "./storage/repositories/files.ts";
import { Grants } from "./storage/repositories/grants.ts";
import { IdempotencyKeys } from "./storage/repositories/idempotency-keys.ts";
import { AccessLog } from "./storage/repositories/access-log.ts";
import { Mails } from "./storage/repositories/mails.ts";
import { WebhookEvents } from "./storage/repositories/webhook-events.ts";
import { RateLimits } from "./storage/repositories/rate-limits.ts";
import { Sessions } from "./storage/repositories/sessions.ts";
import { openSealing } from "./storage/secrets/open-sealing.ts";
import { developmentKey } from "./storage/secrets/vault.ts";
import { SiteCookies } from "./application/request/site-cookies.ts";
import type { ServerTools } from "./application/server-tools.ts";
import { Attempts } from "./routes/sign-in/attempts.ts";
import {
  DEVELOPMENT_CLIENT,
  DEVELOPMENT_ISSUER,
  DevelopmentProvider,
} from "./sandbox/sign-in/development-provider.ts";
import { readPeople } from "./sandbox/sign-in/people.ts";
import { Issuer } from "./routes/sign-in/issuer.ts";
import type { SignIn } from "./routes/sign-in/sign-in-routes.ts";
import { endSession } from "./routes/sign-in/sign-out.ts";
import { siteOrigin } from "./routes/sign-in/site-origin.ts";
import { suggest } from "./application/suggest.ts";
import { applyWebhooks } from "./application/webhooks/apply-webhooks.ts";
import { applyWaiting } from "./application/webhooks/apply-waiting.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import { servePublished } from "./definitions/serve-published.ts";

/** The service, put together and ready to listen. */
export interface Service extends EditedService {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** Where the metrics are told; undefined where they are not. */
  readonly metricsPort: number | undefined;
  /** In development: what tells open pages of saves. */
  readonly live: LiveChannel | undefined;
  /** Goes on answering for as long as it drains, lets requests under way finish, then closes everything this process opened. */
  stop(): Promise<void>;
}

const SESSION_TIMEOUT_MS = 7_200_000;

/**
 * Starts everything the service needs.
 *
 * @param projectFolder where the project's own files lie (built page, migrations, meta-schemas)
 * @param log where the log goes; default the standard output
 * @param compile makes flows of the files; who starts many services over the same files keeps what it made
 * @throws DefinitionError with every problem when a definition is broken
 */
export async function startService(
  config: ServerConfig,
  projectFolder: string,
  env: NodeJS.ProcessEnv = process.env,
  log?: pino.DestinationStream,
  compile: typeof compileLibrary = compileLibrary,
): Promise<Service> {
  const read = await readSourceFiles(config.flowsFolder, projectFolder);
  const { sources } = read;
  const edited = config.watch ? new EditedFlows(config.environment) : undefined;
  if (edited === undefined && read.unreadable.length > 0)
    throw new DefinitionError(read.unreadable);
  let files = config.published
    ? undefined
    : ((await edited?.take(read)) ?? libraryOfFiles(compile(sources, config.environment)));
  if (files !== undefined && files.flows.size === 0 && edited?.problems.length === 0)
    files = libraryOfFiles(compile(sources, config.environment));
  if (files !== undefined) checkProviderCredentials(files.flows.values(), env);

  const logger = pino(
    { level: config.logLevel, redact: ["req.headers", "req.body", "res.headers"] },
    log,
  );
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
  const leaveDown = embedded === undefined ? undefined : superviseDatabase(embedded, logger);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
  // Loading what traces takes a third of a second: only where somebody wants them.
  const tracing =
    config.traces === undefined
      ? undefined
      : (await import("./telemetry/tracing.ts")).startTracing(config.traces);
  const database = openDatabase(databaseUrl, 16, {
    ...(tracing === undefined ? {} : { span: tracing.span }),
    log: logger,
  });
  await migrateAt(databaseUrl, join(projectFolder, "server/storage/migrations"));
  const keys = config.keys ?? (await developmentKey(config.dataFolder));
  const { vault, stop: stopSealing } = await openSealing(
    { database, keys, alone: embedded !== undefined },
    logger,
  );
  const kept = await startTelemetry({ logger, database, metrics: config.metrics, tracing });
  const { watch } = kept;
  const now = () => new Date().toISOString();
  const published = config.published
    ? await servePublished({
        database,
        databaseUrl,
        environment: config.environment,
        sources,
        log: logger,
      })
    : undefined;
  const library = () => files ?? published?.flows.library() ?? libraryOf(new Map(), sources);

  if (published !== undefined) checkProviderCredentials(library().flows.values(), env);

  const sandbox = await platformApp({
    database,
    vault,
    now,
    environment: config.environment,
    flows: () => library().flows,
  });
  // Outside of development no applicant is decided about by a sandbox: a service without a base URL does not answer there.
  const offersSandbox = config.development;
  const grants = new Grants(database);
  const mails = new Mails(database, vault);
  const keepsMails = config.smtp === undefined;
  const mail = await mailApp({
    mails,
    transport: config.smtp === undefined ? undefined : smtpTransport(config.smtp),
    environment: config.environment,
    flows: () => library().flows,
    logger,
  });
  const inside = [
    ...(offersSandbox ? [["platform", sandbox] as const] : []),
    ...(offersSandbox || !keepsMails ? [["mail", mail] as const] : []),
  ];
  const targets = { environment: env, sandboxes: new Map(inside), watch };
  const origins =
    config.publicUrls.length > 0 || !offersSandbox
      ? config.publicUrls
      : [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`];
  const cookies = new SiteCookies({
    secure: config.secureCookies,
    embedded: config.edges.ancestors.length > 0,
    domain: config.cookieDomain,
  });
  const origin = siteOrigin(config.publicUrls);
  const provider =
    config.oidc === undefined && config.development
      ? new DevelopmentProvider(
          await readPeople(join(projectFolder, "server/sandbox/sign-in/people.yaml")),
          origin,
        )
      : undefined;
  const validators = new ValidatorModules();
  const applications = new Applications(database, vault);
  const providers = new ProviderSettings(env, (problem) => logger.error(problem));
  const events = new Events(database);
  const deliverer = new EventDeliverer(events, targets, library, logger);
  const live = config.live ? new LiveChannel(await builtAt(projectFolder), sources) : undefined;
  const drawPage = await builtPage(projectFolder, validators);
  const tools: ServerTools = {
    applications,
    applicationReads: new ApplicationReads(database, vault),
    calls: new Calls(database, vault),
    callCounts: new CallCounts(database, vault),
    idempotencyKeys: new IdempotencyKeys(database, vault),
    events,
    deliverEvents: () => deliverer.kick(),
    sessions: new Sessions(database, vault, {
      idleMs: SESSION_TIMEOUT_MS,
      longestMs: config.sessionMs,
      hostOnly: cookies.secure,
    }),
    grants,
    looks: new AccessLog(database, vault),
    files: new Files(database, vault),
    drafts: new Drafts(database, vault),
    links: new SiteLinks(grants, vault, origins),
    pendingLinks: new PendingLinks(vault, { cookies, now: () => Date.parse(now()) }),
    webhookEvents: new WebhookEvents(database, vault),
    providersOf: (flow) => providers.of(flow),
    async catchUp(record) {
      await applyWebhooks(record.key, tools);
      return (await applications.byKey(record.key)) ?? record;
    },
    targets,
    watch,
    validators,
    now,
    environment: config.environment,
    cookies,
    signOut: (request, reply) => endSession(request, reply, tools, signIn),
    library,
    olderVersion: async (flow, hash) => published?.flows.version(flow, hash),
    renderPage:
      live === undefined ? drawPage : (input) => withLiveScript(drawPage(input), live.state),
    suggest: (flow, state, path, context, asked, signal) =>
      suggest(flow, state, path, context, asked, targets, signal),
    publicUrls: config.publicUrls,
    rateLimits: new RateLimits(database, vault),
  };
  const signIn: SignIn = {
    issuer: issuerOf(config, provider),
    attempts: new Attempts(vault, { cookies, now: () => Date.parse(now()) }),
    origin,
  };
  const app = await buildApp({
    tools,
    database,
    signIn,
    clientFolder: join(projectFolder, "dist/web/client"),
    flowsFolder: config.flowsFolder,
    edits: config.watch,
    logger,
    admission: config.admission,
    edges: config.edges,
    mount: async (outer) => {
      await provider?.mount(outer);
      if (live !== undefined)
        liveRoutes(outer, live, join(projectFolder, "dist/web/development/live.js"));
      if (!offersSandbox) return;
      if (keepsMails) inboxRoutes(outer, mails);
      const flow = () =>
        [...library().flows.values()].find(
          ({ attachments }) => attachments["sandbox/values.yaml"] !== undefined,
        );
      cardPage(outer, flow, () => now().slice(0, 10));
      providerPages(outer, flow);
      // The sandbox answers over HTTP too, so that it can be tried and documented like a real platform.
      await outer.register(async (scope) => {
        jsonBodies(scope, { emptyIsNone: true });
        for (const prefix of ["/api", "/v1"]) {
          scope.all(`${prefix}/*`, async (request, reply) => {
            const { host: _host, "content-length": _length, ...headers } = request.headers;
            const response = await sandbox.inject({
              method: request.method as "GET",
              url: request.url,
              headers: headers as Record<string, string>,
              ...(request.body === undefined || request.body === null
                ? {}
                : { payload: JSON.stringify(request.body) }),
            });
            if (response.headers["x-connection-dropped"] !== undefined) {
              request.raw.socket.destroy();
              return reply.hijack();
            }
            void reply.code(response.statusCode);
            for (const name of ["content-type", "location", "retry-after"]) {
              const value = response.headers[name];
              if (typeof value === "string") void reply.header(name, value);
            }
            return reply.send(response.rawPayload);
          });
        }
      });
    },
  });
  const upkeep = setInterval(
    () =>
      void Promise.all(
        [
          tools.idempotencyKeys,
          tools.sessions,
          mails,
          events,
          tools.webhookEvents,
          tools.callCounts,
          tools.rateLimits,
          tools.drafts,
        ].map((kept) => kept.forgetOld()),
      ).catch((error: unknown) =>
        logger.warn(
          { err: error },
          "what is old could not be forgotten; in an hour it is tried again",
        ),
      ),
    3_600_000,
  );
  upkeep.unref();
  deliverer.start();
  const stopWaiting = applyWaiting(tools, (error) =>
    logger.error({ err: { name: error.name, message: error.message } }, "events wait"),
  );
  return {
    app,
    database,
    library,
    live,
    edited,
    metricsPort: kept.metricsPort,
    onClose: (work) => void app.addHook("onClose", work),
    use: (next) => {
      files = next;
    },
    async stop() {
      app.drain();
      await sleep(config.drainMs);
      await leaveDown?.();
      clearInterval(upkeep);
      stopSealing();
      await stopWaiting();
      await published?.stop();
      await app.close();
      await kept.stop();
      await deliverer.stop();
      await sandbox.close();
      await mail.close();
      await database.close();
      await embedded?.stop();
    },
  };
}

/** The issuer by configuration, or the embedded provider. */
function issuerOf(
  { oidc }: ServerConfig,
  provider: DevelopmentProvider | undefined,
): Issuer | undefined {
  if (oidc !== undefined)
    return new Issuer({ ...oidc, url: oidc.issuer, insecure: oidc.issuer.startsWith("http:") });
  return provider === undefined
    ? undefined
    : new Issuer({
        url: DEVELOPMENT_ISSUER,
        clientId: DEVELOPMENT_CLIENT,
        insecure: true,
        reach: (origin) => provider.reach(origin),
      });
}

function libraryOfFiles(compiled: LibraryResult): FlowLibrary {
  if (!compiled.ok) throw new DefinitionError(compiled.problems);
  return compiled.library;
}
