import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./routes/app.ts";
import type { ServerConfig } from "./config.ts";
import { openDatabase, type Database } from "./storage/database/database.ts";
import { startEmbedded } from "./storage/database/embedded.ts";
import { superviseDatabase } from "./storage/database/supervise-database.ts";
import { migrateAt } from "./storage/database/migrate.ts";
import { LiveChannel } from "./routes/development/live-channel.ts";
import { liveRoutes, withLiveScript } from "./routes/development/live-routes.ts";
import { EventDeliverer } from "./calls/analytics/deliver-events.ts";
import { libraryOf, type compileLibrary } from "./definitions/flow-library.ts";
import { readLibrary } from "./definitions/read-library.ts";
import type { EditedService } from "./definitions/watch-flows.ts";
import { builtAt, builtPage } from "./application/page/built-page.ts";
import { ValidatorModules } from "./application/page/validator-module.ts";
import { PendingLinks } from "./application/grants/pending-links.ts";
import { SiteLinks } from "./application/grants/site-links.ts";
import { mailApp } from "./calls/mail/mail-app.ts";
import { smtpTransport } from "./calls/mail/smtp.ts";
import { ProviderSettings, checkProviderCredentials } from "./calls/check-provider-credentials.ts";
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
import { MailCodes } from "./storage/repositories/mail-codes.ts";
import { Mails } from "./storage/repositories/mails.ts";
import { WebhookEvents } from "./storage/repositories/webhook-events.ts";
import { RateLimits } from "./storage/repositories/rate-limits.ts";
import { Sessions } from "./storage/repositories/sessions.ts";
import { RequestReads } from "./storage/repositories/request-reads.ts";
import { openSealing } from "./storage/secrets/open-sealing.ts";
import { forgetOldHourly } from "./storage/retention/forget-old.ts";
import { developmentKey } from "./storage/secrets/vault.ts";
import { SiteCookies } from "./application/request/site-cookies.ts";
import type { Sandbox, SandboxOptions } from "./application/sandbox.ts";
import type { FlowTools } from "./application/flow-tools.ts";
import type { SessionTools } from "./application/request/session.ts";
import type { VisitTools } from "./application/visit/visit-tools.ts";
import type { WebhookTools } from "./application/webhooks/apply-webhooks.ts";
import type { ScreenTools } from "./routes/screens/exchange.ts";
import { Attempts } from "./routes/sign-in/attempts.ts";
import { issuerOf } from "./routes/sign-in/issuer.ts";
import type { SignIn } from "./routes/sign-in/sign-in-routes.ts";
import { endSession } from "./routes/sign-in/sign-out.ts";
import { siteOrigin } from "./routes/sign-in/site-origin.ts";
import { applyWebhooks } from "./application/webhooks/apply-webhooks.ts";
import { watchTimers } from "./application/timers/watch-timers.ts";
import { receiveWebhook } from "./application/webhooks/receive-webhook.ts";
import { applyWaiting } from "./application/webhooks/apply-waiting.ts";
import { standardOutput } from "./telemetry/gather-lines.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import { servePublished } from "./definitions/serve-published.ts";

/** The composed service, ready to listen. */
export interface Service extends EditedService {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** Port of `/metrics`; undefined: not served. */
  readonly metricsPort: number | undefined;
  /** In development: notifies open pages of saves. */
  readonly live: LiveChannel | undefined;
  /** In development: the platform, the sign-in and the inbox of this process. */
  readonly sandbox: Sandbox | undefined;
  /** Drains, waits for requests in progress, then closes everything that this process opened. */
  stop(): Promise<void>;
}

const SESSION_TIMEOUT_MS = 7_200_000;

/** The parts of a start that tests replace. */
export interface StartOptions {
  /** Default: the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Default: the standard output. */
  readonly log?: pino.DestinationStream | undefined;
  /** Compiles the flows of the files; several services over the same files may share the result. */
  readonly compile?: typeof compileLibrary;
}

/**
 * Starts the service with all its parts.
 *
 * @param projectFolder folder of the project's own files (built page, migrations, meta-schemas)
 * @throws DefinitionError with every problem of the definitions
 */
export async function startService(
  config: ServerConfig,
  projectFolder: string,
  { env = process.env, log, compile }: StartOptions = {},
): Promise<Service> {
  const { sources, edited, ...read } = await readLibrary({ ...config, projectFolder }, compile);
  let files = read.library;
  if (files !== undefined) checkProviderCredentials(files.flows.values(), env);

  const logger = pino(
    { level: config.logLevel, redact: ["req.headers", "req.body", "res.headers"] },
    log ?? standardOutput(),
  );
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded(config.dataFolder) : undefined;
  const leaveDown = embedded === undefined ? undefined : superviseDatabase(embedded, logger);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? "";
  // Loading the tracing libraries takes a third of a second: only with a collector.
  const tracing =
    config.traces === undefined
      ? undefined
      : (await import("./telemetry/tracing.ts")).startTracing(config.traces);
  const database = openDatabase(databaseUrl, 16, {
    ...(tracing === undefined ? {} : { span: tracing.span }),
    statements: config.statements,
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

  const grants = new Grants(database);
  const mails = new Mails(database, vault);
  const mailCodes = new MailCodes(database, vault);
  const mail = await mailApp({
    mails,
    codes: mailCodes,
    transport: config.smtp === undefined ? undefined : smtpTransport(config.smtp),
    environment: config.environment,
    flows: () => library().flows,
    logger,
  });
  const origin = siteOrigin(config.publicUrls, () => library().ownHosts);
  const eventWaits = ({ name, message }: Error) =>
    logger.error({ err: { name, message } }, "events wait");
  const sandbox = config.development
    ? await openSandbox({
        database,
        vault,
        now,
        environment: config.environment,
        projectFolder,
        flows: () => library().flows,
        mails: config.smtp === undefined ? mails : undefined,
        isIssuer: config.oidc === undefined,
        origin,
        log: (fields, message) => logger.info(fields, message),
        receive: async (event) => receiveWebhook(event, receiving, eventWaits),
      })
    : undefined;
  // Without an inbox and a mail server, calls for mails go to the service at the flow's own base
  // URL.
  const sendsMail = config.development || config.smtp !== undefined;
  const targets = {
    // A copy: the process's own is read from the system variable by variable, at every call.
    environment: { ...env },
    sandboxes: new Map([
      ...(sandbox?.services ?? []),
      ...(sendsMail ? [["mail", mail] as const] : []),
    ]),
    serviceSandbox: sandbox?.serviceSandbox,
    watch,
  };
  const origins =
    config.publicUrls.length > 0 || !config.development
      ? config.publicUrls
      : [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`];
  const cookies = new SiteCookies({
    secure: config.secureCookies,
    embedded: config.edges.ancestors.length > 0,
    domain: config.cookieDomain,
  });
  const validators = new ValidatorModules();
  const applications = new Applications(database, vault);
  const providers = new ProviderSettings(env, (problem) => logger.error(problem));
  const events = new Events(database);
  const deliverer = new EventDeliverer(events, targets, library, logger);
  const live = config.live ? new LiveChannel(await builtAt(projectFolder), sources) : undefined;
  const drawPage = await builtPage(projectFolder, validators);
  const sessions = new Sessions(database, vault, {
    idleMs: SESSION_TIMEOUT_MS,
    longestMs: config.sessionMs,
    hostOnly: cookies.secure,
  });
  const drafts = new Drafts(database, vault);
  const webhookEvents = new WebhookEvents(database, vault);
  const rateLimits = new RateLimits(database, vault);
  const serving: FlowTools = {
    environment: config.environment,
    library,
    olderVersion: async (flow, hash) => published?.flows.version(flow, hash),
    providersOf: (flow) => providers.of(flow),
  };
  const visiting: VisitTools = {
    applications,
    applicationReads: new ApplicationReads(database, vault),
    calls: new Calls(database, vault),
    callCounts: new CallCounts(database, vault),
    idempotencyKeys: new IdempotencyKeys(database, vault),
    events,
    deliverEvents: () => deliverer.kick(),
    files: new Files(database, vault),
    links: new SiteLinks(grants, vault, origins),
    async applyReceived(record) {
      await applyWebhooks(record.key, receiving);
      return (await applications.byKey(record.key)) ?? record;
    },
    targets,
    watch,
    now,
  };
  const receiving: WebhookTools = { ...serving, ...visiting, webhookEvents };
  const visitors: SessionTools = { sessions, cookies };
  const signIn: SignIn = {
    issuer: issuerOf(config.oidc, sandbox?.issuer),
    attempts: new Attempts(vault, { cookies, now: () => Date.parse(now()) }),
    origin,
  };
  const screens: ScreenTools = {
    ...serving,
    ...visiting,
    ...visitors,
    requestReads: new RequestReads(database, vault, sessions),
    grants,
    accessLog: new AccessLog(database, vault),
    drafts,
    pendingLinks: new PendingLinks(vault, { cookies, now: () => Date.parse(now()) }),
    validators,
    renderPage(input) {
      const { flow } = input.view;
      const drawn = drawPage(input);
      const page = sandbox?.decorate(drawn, { flow, nonce: input.nonce }) ?? drawn;
      return live === undefined ? page : withLiveScript(page, live.state);
    },
    signOut: (request, reply) => endSession(request, reply, { ...visitors, library }, signIn),
  };
  const app = await buildApp({
    screens,
    webhooks: receiving,
    rateLimits,
    database,
    signIn,
    clientFolder: join(projectFolder, "dist/web/client"),
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
  const stopForgetting = forgetOldHourly(
    [
      visiting.idempotencyKeys,
      sessions,
      mails,
      mailCodes,
      events,
      webhookEvents,
      visiting.callCounts,
      rateLimits,
      drafts,
    ],
    logger,
  );
  deliverer.start();
  const stopWaiting = applyWaiting(receiving, eventWaits);
  const stopTimers = watchTimers(receiving, (error) =>
    logger.error({ err: { name: error.name, message: error.message } }, "a timer waits"),
  );
  return {
    app,
    database,
    library,
    live,
    edited,
    sandbox,
    metricsPort: kept.metricsPort,
    onClose: (work) => void app.addHook("onClose", work),
    use: (next) => {
      files = next;
    },
    async stop() {
      app.drain();
      await sleep(config.drainMs);
      await leaveDown?.();
      stopForgetting();
      stopSealing();
      await stopWaiting();
      await stopTimers();
      await published?.stop();
      await app.close();
      await kept.stop();
      await deliverer.stop();
      await sandbox?.close();
      await mail.close();
      await database.close();
      await embedded?.stop();
    },
  };
}

/** The one import of `server/sandbox/`: a chunk of its own, which production never loads. */
async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const module = await import("./sandbox/sandbox.ts");
  return module.openSandbox(options);
}
