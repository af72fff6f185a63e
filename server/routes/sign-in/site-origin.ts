import type { FastifyRequest } from "fastify";

/**
 * Says under which address of this site a visitor is.
 *
 * @param publicUrls the site's addresses; the one the request names is taken, else the first. With none, the
 *   request is believed, which is for development: anybody can write a Host header.
 */
export function siteOrigin(publicUrls: readonly string[]): (request: FastifyRequest) => string {
  return (request) =>
    publicUrls.find((url) => new URL(url).host === request.host) ??
    publicUrls[0] ??
    `${request.protocol}://${request.host}`;
}
