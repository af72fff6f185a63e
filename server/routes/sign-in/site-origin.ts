import type { FastifyRequest } from "fastify";

/**
 * Finds the public origin of a request.
 *
 * @param publicUrls the site's addresses; the one that the request names, else the first. Without
 *   any, the Host header decides, which is for development: a client can send any Host.
 */
export function siteOrigin(publicUrls: readonly string[]): (request: FastifyRequest) => string {
  return (request) =>
    publicUrls.find((url) => new URL(url).host === request.host) ??
    publicUrls[0] ??
    `${request.protocol}://${request.host}`;
}
