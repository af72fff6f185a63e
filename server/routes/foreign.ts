import { ProblemError } from "../plugins/problem.ts";
import type { FastifyRequest } from "fastify";

/** Whether a request comes from another site: by `Sec-Fetch-Site`, and without it by `Origin`. */
export function isFromAnotherSite(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site !== "same-origin" && site !== "none";
  const { origin } = request.headers;
  return (
    typeof origin === "string" && (!URL.canParse(origin) || new URL(origin).host !== request.host)
  );
}

/**
 * Refuses a request that comes from another site.
 *
 * @throws ProblemError 403
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (isFromAnotherSite(request))
    throw new ProblemError({
      status: 403,
      code: "cross-site",
      title: "The request came from another site",
    });
}
