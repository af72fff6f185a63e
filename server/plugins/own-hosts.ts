import type { FastifyInstance } from "fastify";
import { sendProblem } from "./problem.ts";

/** What stands between the service and the world. */
export interface Edges {
  /** Hosts the site has, with their ports; none: whatever the request names. */
  readonly hosts: readonly string[];
  /** Proxies in front that say by X-Forwarded-* who came, and by which address; 0: nobody is believed. */
  readonly proxies: number;
  /** Sites that may show screens in a frame. */
  readonly ancestors: readonly string[];
}

/** Asked by whoever watches over the process, by whatever address they reach it. */
const BY_ANY_NAME = new Set(["/healthz", "/readyz"]);

/** Answers 421 to requests under a name that is not the site's: the host chooses the portal, and stands in links. */
export function ownHosts(app: FastifyInstance, hosts: readonly string[]): void {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  app.addHook("onRequest", async (request, reply) => {
    if (known.has(request.host.toLowerCase()) || BY_ANY_NAME.has(request.routeOptions.url ?? ""))
      return;
    await sendProblem(reply, {
      status: 421,
      code: "unknown-host",
      title: "This site has no such name",
    });
  });
}
