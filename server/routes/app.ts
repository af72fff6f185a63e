import { join } from "node:path";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastifyStatic from "@fastify/static";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Database } from "../storage/database/database.ts";
import { formBodies, jsonBodies } from "../plugins/bodies.ts";
import { brokenFlows } from "./development/broken-flows.ts";
import { admission, type AdmissionLimits } from "../plugins/admission.ts";
import { ownHosts, type Edges } from "../plugins/own-hosts.ts";
import { draining } from "../plugins/draining.ts";
import { sendTroublePage } from "../plugins/page/trouble-page.ts";
import { problems, sendProblem } from "../plugins/problems.ts";
import { visitorLimits } from "../plugins/visitor-limits.ts";
import { slowBodies } from "../plugins/slow-bodies.ts";
import { securityHeaders } from "../plugins/security-headers.ts";
import { requestTelemetry } from "../plugins/request-telemetry.ts";
import { healthRoutes } from "./health.ts";
import { impersonationRoutes } from "./staff/impersonation.ts";
import { screenRoutes } from "./screens/screen-routes.ts";
import type { ServerTools } from "../application/server-tools.ts";
import { webhookRoutes } from "./webhooks/webhook-routes.ts";
import { signInRoutes, type SignIn } from "./sign-in/sign-in-routes.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Everything that is served, as `METHOD /path`. */
    readonly endpoints: readonly string[];
    /** See {@link draining}. */
    readonly drain: () => void;
  }
}

/** What an app is made of. Everything outside comes in here, so that tests run the real thing on their own database and clock. */
export interface AppOptions {
  readonly tools: ServerTools;
  readonly database: Database;
  readonly signIn: SignIn;
  readonly admission: AdmissionLimits;
  readonly edges: Edges;
  /** Folder of the built page. */
  readonly clientFolder: string;
  /** Folder in which content/ lies, for brand pictures. */
  readonly flowsFolder: string;
  readonly logger?: FastifyBaseLogger;
  /** Flows are edited here: one that is broken says so at its address. */
  readonly edits?: boolean;
  /** Served beside the screens: the embedded sandbox's public API, the embedded sign-in. */
  readonly mount?: (app: FastifyInstance) => Promise<void>;
}

const BODY_LIMIT = 256 * 1024;
const YEAR_SECONDS = 31_536_000;

/** Puts the service together; listening is the caller's. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { tools, database, signIn } = options;
  const app: FastifyInstance = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    bodyLimit: BODY_LIMIT,
    trustProxy:
      options.edges.proxies === 0 ? false : (_address, hop) => hop < options.edges.proxies,
    // Slow clients: headers within ten seconds, all of a request within thirty, files within two minutes; a silent
    // connection for a minute.
    requestTimeout: 120_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    // Addresses may carry what people typed: they are not logged.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    frameworkErrors: (_, __, reply) =>
      void sendProblem(reply as never, {
        status: 400,
        code: "malformed",
        title: "The request is malformed",
      }),
  });
  const endpoints: string[] = [];
  app.decorate("endpoints", endpoints);
  app.addHook(
    "onRoute",
    ({ method, url }) => void endpoints.push(...[method].flat().map((each) => `${each} ${url}`)),
  );
  problems(app, (request, reply, status) =>
    sendTroublePage(request, reply, status, tools.library()),
  );
  const isDraining = draining(app);
  slowBodies(app, 30_000);
  requestTelemetry(app, tools.watch);
  securityHeaders(app, {
    formOrigins: () => signIn.issuer?.formOrigins ?? [],
    ancestors: options.edges.ancestors,
    secure: tools.cookies.secure,
  });
  ownHosts(app, options.edges.hosts);
  await app.register(cookie);
  await admission(app, options.admission, tools);
  await visitorLimits(app, tools.rateLimits);
  jsonBodies(app);
  formBodies(app, BODY_LIMIT);
  await app.register(compress, {
    encodings: ["br", "gzip"],
    threshold: 1024,
    // Views are made for one reader: the default, quality 11, takes ten milliseconds for each.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  healthRoutes(app, database, isDraining);
  if (options.mount !== undefined) await options.mount(app);
  await app.register(fastifyStatic, {
    root: join(options.clientFolder, "assets"),
    prefix: "/assets/",
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
  });
  await brandPictures(app, options);
  app.get<{ Params: { file: string } }>("/validators/:file", async (request, reply) => {
    const code = tools.validators.codeOf(request.params.file.replace(/\.mjs$/, ""));
    if (code === undefined)
      return sendProblem(reply, {
        status: 404,
        code: "unknown-path",
        title: "There is no such file",
      });
    return reply
      .header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`)
      .type("text/javascript; charset=utf-8")
      .send(code);
  });
  await webhookRoutes(app, tools);
  signInRoutes(app, tools, signIn);
  impersonationRoutes(app, tools);
  if (options.edits === true) brokenFlows(app, () => tools.library(), options.flowsFolder);
  await screenRoutes(app, tools);
  // Every path is a screen's, and read or posted: what gets here is a method that none has, or a file that is not there.
  app.setNotFoundHandler((request, reply) =>
    ["GET", "HEAD"].includes(request.method)
      ? sendProblem(reply, { status: 404, code: "not-found", title: "There is no such file" })
      : sendProblem(reply.header("allow", "GET, HEAD, POST, PUT"), {
          status: 405,
          code: "method",
          title: `${request.method} is not understood here`,
          detail: "Pages are read with GET, typed on with PUT and answered with POST.",
        }),
  );
  return app;
}

/**
 * The address as every reader after this one may take it: a path of this site. The host of a request line in absolute
 * form is dropped, and slashes or backslashes at the front, which make a browser take what follows for a host, become one.
 *
 * A path that was cut off within an escaped character, as some programs cut links, is one that leads nowhere: it is
 * answered as such, in the look of its flow, and not as a request that nobody can read. What follows the path stays as it
 * is: each of its parameters is read by itself, and one that was cut off takes none of the others along.
 */
function readableUrl(asked: string): string {
  const local = asked.replace(/^[a-z][a-z\d+.-]*:\/\/[^/\\?]*/i, "");
  const url = local === "*" ? local : local.replace(/^[/\\]*/, "/");
  const [path = ""] = url.split("?", 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

/** Logos and the like of each flow: content/<flow>/brand/ at /brand/<flow>/, of flows that come up later too. */
async function brandPictures(
  app: FastifyInstance,
  { tools, flowsFolder }: AppOptions,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: flowsFolder, serve: false, maxAge: 3600_000 });
    scope.get<{ Params: { readonly flow: string; readonly "*": string } }>(
      "/brand/:flow/*",
      async (request, reply) => {
        const { flow, "*": file } = request.params;
        return tools.library().flows.has(flow)
          ? reply.sendFile(file, join(flowsFolder, "content", flow, "brand"))
          : reply.callNotFound();
      },
    );
  });
}
