import type { FastifyInstance } from "fastify";
import type { Edges } from "./foreign-hosts.ts";

/**
 * Warns once when a request names the visitor's address in X-Forwarded-For while no proxy is
 * trusted: all visitors of the proxy would count as one.
 */
export function warnOfProxy(app: FastifyInstance, { hosts, proxies }: Edges): void {
  // In development the hosts are no list, and no limit is reached.
  if (proxies > 0 || typeof hosts === "string") return;
  let isSaid = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isSaid && request.headers["x-forwarded-for"] !== undefined) {
      isSaid = true;
      request.log.warn(
        "a request came with X-Forwarded-For, and FOYER_PROXIES is 0: behind a proxy all visitors count as one, and limits turn many away; set FOYER_PROXIES to the number of proxies in front, which have to set the header. Without a proxy a visitor made the header up",
      );
    }
    done();
  });
}
