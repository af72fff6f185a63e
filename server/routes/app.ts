import { redirectToOwnHost } from "./screens/redirect-to-own-host.ts";
import { join } from "node:path";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import type { Database } from "../storage/database/database.ts";
import { formBodies, jsonBodies } from "../plugins/bodies.ts";
import { brokenFlows } from "./development/broken-flows.ts";
import { allowedMethods } from "../plugins/allowed-methods.ts";
import { admission, type AdmissionLimits } from "../plugins/admission.ts";
import { refuseForeignHosts, type Edges } from "../plugins/foreign-hosts.ts";
import { draining, type UnderWay } from "../plugins/draining.ts";
import { sendErrorPage } from "../http/page/error-page.ts";
import { sendProblem } from "../http/problem.ts";
import { headRequests } from "../plugins/head-requests.ts";
import { problems } from "../plugins/problems.ts";
import { warnOfProxy } from "../plugins/unexpected-proxy.ts";
import { readableUrl } from "../http/readable-url.ts";
import { wantsHtml } from "../http/wanted-type.ts";
import { visitorLimits } from "../plugins/visitor-limits.ts";
import { slowBodies } from "../plugins/slow-bodies.ts";
import { securityHeaders } from "../plugins/security-headers.ts";
import { ASIDE, requireRouteKinds, setRouteKind } from "../plugins/route-config.ts";
import { requestTelemetry } from "../plugins/request-telemetry.ts";
import { healthRoutes } from "./health.ts";
import { registerNotFound } from "./not-found.ts";
import { pageFiles } from "./serve-page-files.ts";
import { mailedLinkRoutes } from "./links/mailed-link-routes.ts";
import { impersonationRoutes } from "./staff/impersonation.ts";
import { screenRoutes } from "./screens/screen-routes.ts";
import { plainPageContext } from "../application/request/plain-page-context.ts";
import type { WebhookTools } from "../application/webhooks/apply-webhooks.ts";
import type { PageFiles } from "../storage/repositories/page-files.ts";
import type { RateLimits } from "../storage/repositories/rate-limits.ts";
import type { ScreenTools } from "./screens/exchange.ts";
import { webhookRoutes } from "./webhooks/webhook-routes.ts";
import { signInRoutes } from "./sign-in/sign-in-routes.ts";
import type { SignIn } from "./sign-in/sign-in.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** All routes, as `METHOD /path`. */
    readonly endpoints: readonly string[];
    /** See {@link draining}. */
    readonly drain: () => void;
    /** See {@link draining}. */
    readonly underWay: () => UnderWay;
  }
}

/** The dependencies of an app, so that tests run the real one on their own database and clock. */
export interface AppOptions {
  readonly screens: ScreenTools;
  readonly webhooks: WebhookTools;
  readonly rateLimits: RateLimits;
  readonly pageFiles: PageFiles;
  readonly database: Database;
  readonly signIn: SignIn;
  readonly admission: AdmissionLimits;
  readonly edges: Edges;
  /** The site's public addresses; empty: each request's own. */
  readonly publicUrls: readonly string[];
  /** Folder of the built page. */
  readonly clientFolder: string;
  /** Folder that contains content/, for brand pictures. */
  readonly flowsFolder: string;
  readonly logger?: FastifyBaseLogger;
  /** Flows are edited here: a broken flow shows its problems at its address. */
  readonly edits?: boolean;
  /** Adds development routes beside the screens. */
  readonly mount?: (app: FastifyInstance) => Promise<void>;
}

const BODY_LIMIT = 256 * 1024;

/** How long a connection may be silent: longer than an attempt of five minutes at a call. */
const SILENT_MS = 330_000;

/** Composes the service; the caller listens. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { screens, database, signIn } = options;
  const library = () => screens.library();
  const pageContext = (of: FastifyRequest, at?: string) => plainPageContext(of, screens, at);
  const app: FastifyInstance = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    bodyLimit: BODY_LIMIT,
    trustProxy:
      options.edges.proxies === 0 ? false : (_address, hop) => hop < options.edges.proxies,
    // Time limits: headers ten seconds, a whole request two minutes, an idle connection one minute.
    // A connection is silent while its request waits for a call.
    requestTimeout: 120_000,
    connectionTimeout: SILENT_MS,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // URLs may carry personal data: the log leaves them out.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    frameworkErrors: (_, request, reply) =>
      void (wantsHtml(request)
        ? sendErrorPage(request as never, reply as never, 400, pageContext(request as never, "/"))
        : sendProblem(reply as never, {
            status: 400,
            code: "malformed",
            title: "The request is malformed",
          })),
  });
  listEndpoints(app);
  requireRouteKinds(app);
  app.decorate("siteOrigin", (request) => signIn.origin(request));
  problems(app, (request, reply, status) =>
    sendErrorPage(request, reply, status, pageContext(request)),
  );
  const isDraining = draining(app);
  slowBodies(app, 30_000);
  requestTelemetry(app, screens.telemetry);
  securityHeaders(app, {
    formOrigins: () => signIn.issuer?.formOrigins ?? [],
    ancestors: options.edges.ancestors,
    secure: screens.cookies.secure,
  });
  refuseForeignHosts(app, options.edges.hosts, () => library().ownHosts);
  warnOfProxy(app, options.edges);
  redirectToOwnHost(app, library);
  allowedMethods(app);
  await app.register(cookie);
  headRequests(app);
  await admission(app, options.admission, { telemetry: screens.telemetry, pageContext });
  await visitorLimits(app, options.rateLimits);
  jsonBodies(app);
  formBodies(app, BODY_LIMIT);
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1024,
    // Each view has one reader. Quality 11, the default, takes ten milliseconds a view; 4 takes
    // half as long again as 3 for two percent less.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  });
  healthRoutes(app, database, isDraining);
  await mountAside(app, options.mount);
  await pageFiles(app, {
    assets: join(options.clientFolder, "assets"),
    flowsFolder: options.flowsFolder,
    library,
    validators: screens.validators,
    others: options.pageFiles,
  });
  await webhookRoutes(app, options.webhooks, options.publicUrls);
  signInRoutes(app, screens, signIn);
  impersonationRoutes(app, screens);
  mailedLinkRoutes(app, screens);
  if (options.edits === true) brokenFlows(app, library, options.flowsFolder);
  await screenRoutes(app, screens);
  registerNotFound(app);
  return app;
}

/** Adds the routes of development, none of which is a page of an applicant. */
async function mountAside(app: FastifyInstance, mount: AppOptions["mount"]): Promise<void> {
  if (mount === undefined) return;
  await app.register(async (scope) => {
    setRouteKind(scope, ASIDE);
    await mount(scope);
  });
}

/** Lists the routes of the app in `app.endpoints`, as `GET /readyz`. */
function listEndpoints(app: FastifyInstance): void {
  const endpoints: string[] = [];
  app.decorate("endpoints", endpoints);
  app.addHook(
    "onRoute",
    ({ method, url }) => void endpoints.push(...[method].flat().map((each) => `${each} ${url}`)),
  );
}
