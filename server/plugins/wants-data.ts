import type { FastifyRequest } from "fastify";

/** Whether a program asks rather than a browser showing a page. */
export function wantsData({ headers: { accept = "" } }: FastifyRequest): boolean {
  return accept.includes("json") && !accept.includes("text/html");
}
