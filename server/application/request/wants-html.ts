import type { FastifyRequest } from "fastify";

/** Whether a page is asked for, by a browser or a form without scripts; else JSON. */
export function wantsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? "*/*";
  return (
    accept.includes("text/html") ||
    (!accept.includes("json") &&
      /^(?:application\/x-www-form-urlencoded|multipart\/form-data)/.test(
        request.headers["content-type"] ?? "",
      ))
  );
}
