import type { FastifyReply } from "fastify";
import { sitePath } from "../application/request/site-path.ts";

/**
 * Answers 303 to a page of this site; a path that leads elsewhere becomes "/".
 *
 * @param path path and query, from a request or from the engine
 */
export function redirectToPage(reply: FastifyReply, path: string): FastifyReply {
  return redirect(reply, sitePath(path) ?? "/");
}

/**
 * Answers 303 to an exit: a page of this site, or an outside address.
 *
 * @param location an outside address that `config.allowedOrigins` lists, or one of the configured
 *   issuer
 */
export function redirectToExit(reply: FastifyReply, location: string): FastifyReply {
  return redirect(reply, exitLocation(location));
}

/**
 * Reads the location of an exit: an absolute http or https address without credentials, or a path
 * of this site. Any other text becomes "/".
 */
export function exitLocation(location: string): string {
  const outside = URL.canParse(location) ? new URL(location) : undefined;
  if (outside === undefined) return sitePath(location) ?? "/";
  const isWeb = outside.protocol === "https:" || outside.protocol === "http:";
  return isWeb && outside.username === "" && outside.password === "" ? outside.href : "/";
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(303).header("location", location).header("cache-control", "no-store").send();
}
