import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { FlowTools } from "../application/flow-tools.ts";
import type { ValidatorModules } from "../application/page/validator-module.ts";
import { sendProblem } from "../plugins/problem.ts";

const YEAR_SECONDS = 31_536_000;

/** Folders of the files that pages load. */
export interface PageFiles {
  /** Folder of the built page's scripts and styles. */
  readonly assets: string;
  /** Folder that contains content/, for brand pictures. */
  readonly flowsFolder: string;
  readonly library: FlowTools["library"];
  readonly validators: ValidatorModules;
}

/**
 * The files that pages load: scripts and styles under `/assets/`, pictures under `/brand/`,
 * compiled forms under `/validators/`.
 */
export async function pageFiles(
  app: FastifyInstance,
  { assets, flowsFolder, library, validators }: PageFiles,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: assets,
    prefix: "/assets/",
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
  });
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: flowsFolder, serve: false, maxAge: 3600_000 });
    // Flows may be added later: each request asks the library.
    scope.get<{ Params: { readonly flow: string; readonly "*": string } }>(
      "/brand/:flow/*",
      async (request, reply) => {
        const { flow, "*": file } = request.params;
        return library().flows.has(flow)
          ? reply.sendFile(file, join(flowsFolder, "content", flow, "brand"))
          : reply.callNotFound();
      },
    );
  });
  // Pages name their icon; what asks for one at this path gets none, and no sign-in.
  app.get("/favicon.ico", async (_, reply) => reply.callNotFound());
  // Every page belongs to one person.
  app.get("/robots.txt", async (_, reply) =>
    reply
      .header("cache-control", "public, max-age=86400")
      .type("text/plain; charset=utf-8")
      .send("User-agent: *\nDisallow: /\n"),
  );
  app.get<{ Params: { file: string } }>("/validators/:file", async (request, reply) => {
    const code = validators.codeOf(request.params.file.replace(/\.mjs$/, ""));
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
}
