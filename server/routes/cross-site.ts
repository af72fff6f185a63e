import { ProblemError } from "../http/problem.ts";
import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** This site's public origin for a request. */
    siteOrigin(request: FastifyRequest): string;
  }
}

/**
 * Whether a request comes from another site: by `Sec-Fetch-Site`, and without it by `Origin`, whose
 * scheme counts, too.
 */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site !== "same-origin" && site !== "none";
  const { origin } = request.headers;
  if (typeof origin !== "string") return false;
  const { protocol } = new URL(request.server.siteOrigin(request));
  const isHere =
    URL.canParse(origin) &&
    new URL(origin).origin === new URL(`${protocol}//${request.host}`).origin;
  return !isHere;
}

/**
 * Refuses a request that comes from another site.
 *
 * @throws ProblemError 403
 */
export function refuseCrossSite(request: FastifyRequest): void {
  if (isCrossSite(request))
    throw new ProblemError({
      status: 403,
      code: "cross-site",
      title: "The request came from another site",
    });
}
