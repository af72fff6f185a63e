import { atHost } from "../../application/request/at-host.ts";
import { hostMeant } from "../../http/loopback.ts";
import type { FastifyRequest } from "fastify";

/**
 * Makes a function that finds the public origin of a request.
 *
 * @param publicUrls the site's addresses; the one that the request names, else the first. Without
 *   any, the Host header decides, which is for development: a client can send any Host.
 * @param ownHosts hosts that values of axes have for their own; they are served like the first
 *   address
 */
export function siteOrigin(
  publicUrls: readonly string[],
  ownHosts: () => readonly string[],
): (request: FastifyRequest) => string {
  return (request) => {
    const named = publicUrls.find((url) => new URL(url).host === request.host);
    const [first] = publicUrls;
    if (named !== undefined || first === undefined)
      return named ?? `${request.protocol}://${request.host}`;
    const host = hostMeant(request.hostname);
    return ownHosts().includes(host) ? atHost(first, host) : first;
  };
}
