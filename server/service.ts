import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import type { FastifyInstance } from "fastify";
import { builtAt } from "./application/page/built-page.ts";
import type { Sandbox } from "./application/sandbox-types.ts";
import { receiveWebhook } from "./application/webhooks/receive-webhook.ts";
import { EventDeliverer } from "./calls/analytics/deliver-events.ts";
import { announceNode } from "./composition/announce-node.ts";
import { openApp } from "./composition/open-app.ts";
import { connectServices } from "./composition/connect-services.ts";
import { openStorage, type OpenedStorage } from "./composition/open-storage.ts";
import { openRepositories } from "./composition/repositories.ts";
import { requireServices, serveDefinitions } from "./composition/serve-definitions.ts";
import { startBackground } from "./composition/start-background.ts";
import { logErrorsAs } from "./storage/database/log-errors.ts";
import { stopParts, type StoppedParts } from "./composition/stop-parts.ts";
import { visitParts } from "./composition/visit-parts.ts";
import type { ServerConfig } from "./settings/config.ts";
import type { compileLibrary } from "./definitions/flow-library.ts";
import { readLibrary } from "./definitions/read-library.ts";
import type { EditedService } from "./definitions/watch-flows.ts";
import { LiveChannel } from "./routes/development/live-channel.ts";
import { siteOrigin } from "./routes/sign-in/site-origin.ts";
import type { Database } from "./storage/database/database.ts";
import { standardOutput } from "./telemetry/gather-lines.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import type { Tracing } from "./telemetry/tracing.ts";

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
  /**
   * Drains, waits for requests in progress, then closes everything that this process opened. What
   * uses a part is stopped before it: background work before the app, all before the storage. The
   * node is known as one that serves until its last request has ended.
   *
   * @throws Error naming the parts that could not be stopped; all others are
   */
  stop(): Promise<void>;
}

const SESSION_IDLE_MS = 7_200_000;

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
  const { edited, ...read } = await readLibrary({ ...config, projectFolder }, compile);
  if (read.library !== undefined) requireServices(read.library.flows.values(), config, env);
  const logger = loggerOf(config, log);
  const tracing = await tracingOf(config, logger);
  const storage = await openStorage(config, projectFolder, { logger, span: tracing?.span });
  const { database, vault, clock } = storage;
  const { metrics } = config;
  const running = await startTelemetry({ logger, database, clock, metrics, tracing });
  const { telemetry } = running;
  const now = () => clock.now();
  const definitions = await serveDefinitions(config, read, { ...storage, env, logger });
  const { library } = definitions;
  const repositories = openRepositories(storage, {
    idleMs: SESSION_IDLE_MS,
    longestMs: config.sessionMs,
    hostOnly: config.secureCookies,
  });
  const origin = siteOrigin(config.publicUrls, () => library().ownHosts);
  const site = { projectFolder, origin, logger };
  const services = await connectServices(config, {
    ...site,
    storage,
    repositories,
    library,
    env,
    telemetry,
    // The first event comes with the first request: `visits` is there by then.
    receive: async (event) => receiveWebhook(event, visits, logErrorsAs(logger, "events wait")),
    now,
  });
  const { targets, sandbox } = services;
  const deliverer = new EventDeliverer(repositories.events, targets, library, logger);
  const visits = visitParts(config, {
    definitions,
    repositories,
    vault,
    targets,
    telemetry,
    deliverEvents: () => deliverer.kick(),
    now,
  });
  const live = config.live
    ? new LiveChannel(await builtAt(projectFolder), read.sources)
    : undefined;
  const app = await openApp(config, { ...site, visits, repositories, storage, sandbox, live });
  if (!config.idle) deliverer.start();
  const background = config.idle ? undefined : startBackground(visits, repositories, logger);
  const leave = announceNode(
    repositories.nodes,
    logErrorsAs(logger, "this node could not say that it serves"),
  );
  return {
    app,
    database,
    library,
    live,
    edited,
    sandbox,
    metricsPort: running.metricsPort,
    onClose: (work) => void app.addHook("onClose", work),
    use: (next) => definitions.use(next),
    stop: async () => {
      const parts = { background, definitions, running, deliverer, services, storage, leave };
      return stopParts(partsToStop(app, config.drainMs, parts), logger);
    },
  };
}

/** A part that ends on its own. */
interface Ending {
  stop(): Promise<void>;
}

/** The parts of a service, in the order in which they are stopped. */
function partsToStop(
  app: FastifyInstance,
  drainMs: number,
  parts: {
    readonly background: Ending | undefined;
    readonly definitions: Ending;
    readonly running: Ending;
    readonly deliverer: Ending;
    readonly services: { close(): Promise<void> };
    readonly storage: OpenedStorage;
    leave(): Promise<void>;
  },
): StoppedParts {
  const { background, definitions, running, deliverer, services, storage, leave } = parts;
  return {
    draining: async () => {
      app.drain();
      await sleep(drainMs);
    },
    supervising: async () => storage.stopSupervising(),
    background: async () => background?.stop(),
    definitions: async () => definitions.stop(),
    app: async () => app.close(),
    telemetry: async () => running.stop(),
    deliveries: async () => deliverer.stop(),
    services: async () => services.close(),
    // Until here the node sealed values: it follows changes of their format, and is known.
    sealing: () => storage.stopSealing(),
    node: leave,
    storage: async () => storage.close(),
  };
}

function loggerOf({ logLevel: level }: ServerConfig, log?: pino.DestinationStream): pino.Logger {
  const redact = ["req.headers", "req.body", "res.headers"];
  return pino({ level, redact }, log ?? standardOutput());
}

/** Starts tracing. Its libraries take a third of a second to load: only with a collector. */
async function tracingOf(
  { traces }: ServerConfig,
  logger: pino.Logger,
): Promise<Tracing | undefined> {
  return traces === undefined
    ? undefined
    : (await import("./telemetry/tracing.ts")).startTracing(traces, logger);
}
