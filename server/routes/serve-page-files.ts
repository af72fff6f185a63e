import { extname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { FlowTools } from "../application/flow-tools.ts";
import { isValidatorAt, type ValidatorModules } from "../application/page/validator-module.ts";
import { Semaphore } from "../application/files/semaphore.ts";
import { ProblemError, sendProblem } from "../http/problem.ts";
import { Shares } from "../plugins/shares.ts";
import type { PageFiles } from "../storage/repositories/page-files.ts";
import { ASIDE, setRouteKind } from "../plugins/route-config.ts";

const YEAR_SECONDS = 31_536_000;

const SCRIPT = "text/javascript; charset=utf-8";

/** Types of the built page's files. */
const TYPES: Readonly<Record<string, string>> = {
  ".js": SCRIPT,
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Folders of the files that pages load. */
export interface PageFileFolders {
  /** Folder of the built page's scripts and styles. */
  readonly assets: string;
  /** Folder that contains content/, for brand pictures. */
  readonly flowsFolder: string;
  readonly library: FlowTools["library"];
  readonly validators: ValidatorModules;
  /** Files of other nodes: during a deploy a page of another release asks this one. */
  readonly others: Pick<PageFiles, "find">;
}

/**
 * The files that pages load: scripts and styles under `/assets/`, pictures under `/brand/`,
 * compiled forms under `/validators/`.
 */
export async function pageFiles(
  app: FastifyInstance,
  { assets, flowsFolder, library, validators, others }: PageFileFolders,
): Promise<void> {
  const find = inTurn(others);
  await app.register(async (scope) => {
    setRouteKind(scope, ASIDE);
    await scope.register(fastifyStatic, {
      root: assets,
      prefix: "/assets/",
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
    });
  });
  app.get<{ Params: { readonly "*": string } }>(
    "/assets/*",
    { config: ASIDE },
    async (request, reply) => {
      const type = TYPES[extname(request.params["*"])];
      const body = type === undefined ? undefined : await find(`/assets/${request.params["*"]}`);
      if (type === undefined || body === undefined) return reply.callNotFound();
      return immutable(reply).type(type).send(body);
    },
  );
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: flowsFolder, serve: false, maxAge: 3600_000 });
    // Flows may be added later: each request asks the library.
    scope.get<{ Params: { readonly flow: string; readonly "*": string } }>(
      "/brand/:flow/*",
      { config: ASIDE },
      async (request, reply) => {
        const { flow, "*": file } = request.params;
        return library().flows.has(flow)
          ? reply.sendFile(file, join(flowsFolder, "content", flow, "brand"))
          : reply.callNotFound();
      },
    );
  });
  // Pages name their icon; what asks for one at this path gets none, and no sign-in.
  app.get("/favicon.ico", { config: ASIDE }, async (_, reply) => reply.callNotFound());
  // Every page belongs to one person.
  app.get("/robots.txt", { config: ASIDE }, async (_, reply) =>
    reply
      .header("cache-control", "public, max-age=86400")
      .type("text/plain; charset=utf-8")
      .send("User-agent: *\nDisallow: /\n"),
  );
  app.get<{ Params: { file: string } }>(
    "/validators/:file",
    { config: ASIDE },
    async (request, reply) => {
      const { file } = request.params;
      const own = validators.codeOf(file.replace(/\.mjs$/, ""));
      const code = own ?? (await sharedValidator(`/validators/${file}`, find));
      if (code === undefined)
        return sendProblem(reply, {
          status: 404,
          code: "unknown-path",
          title: "There is no such file",
        });
      return immutable(reply).type(SCRIPT).send(code);
    },
  );
}

/**
 * Looks for files of other nodes, few at a time: any name that is made up costs a statement.
 *
 * @throws ProblemError 503 where too many wait
 */
function inTurn(others: PageFileFolders["others"]): PageFileFolders["others"]["find"] {
  const turns = new Semaphore(4);
  const waiting = new Shares(100);
  return async (url) => {
    const end = waiting.take([]);
    if (end === undefined)
      throw new ProblemError({
        status: 503,
        code: "busy",
        title: "Too many files are asked for at once",
      });
    return turns.run(async () => others.find(url)).finally(end);
  };
}

/** The validator that another node gave out; undefined for one that its name does not fit. */
async function sharedValidator(
  url: string,
  find: PageFileFolders["others"]["find"],
): Promise<string | undefined> {
  const code = /^\/validators\/[0-9a-f]{16}\.mjs$/.test(url)
    ? (await find(url))?.toString()
    : undefined;
  return code !== undefined && isValidatorAt(url, code) ? code : undefined;
}

function immutable(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`);
}
