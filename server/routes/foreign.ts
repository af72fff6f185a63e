import type { FastifyRequest } from "fastify";

/** Whether a post comes from another site: by what the browser says of itself, and where it says nothing, by the Origin header. */
export function isForeign(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (typeof site === "string") return site !== "same-origin" && site !== "none";
  const { origin } = request.headers;
  return (
    typeof origin === "string" && (!URL.canParse(origin) || new URL(origin).host !== request.host)
  );
}
