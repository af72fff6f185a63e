import type { FastifyRequest } from "fastify";
import { ProblemError } from "../http/problem.ts";

/**
 * Refuses to draw a page for a prefetch. A browser drops such an answer and asks again
 * when the page is opened, so that nothing an address brings is used up or lost.
 *
 * @throws ProblemError 403
 */
export function refusePrefetch({ headers }: FastifyRequest): void {
  if (String(headers["sec-purpose"] ?? "").includes("prefetch"))
    throw new ProblemError({
      status: 403,
      code: "prefetch",
      title: "The page is drawn once it is opened",
    });
}
