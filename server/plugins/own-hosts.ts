import type { FastifyInstance, FastifyRequest } from "fastify";
import { isLoopback } from "../required-settings.ts";
import { sendProblem } from "./problem.ts";

/** What stands between the service and the world. */
export interface Edges {
  /** Hosts the site has, with their ports; `loopback`: every name of this machine; `any`: whatever the request names. */
  readonly hosts: readonly string[] | "loopback" | "any";
  /** Proxies in front that say by X-Forwarded-* who came, and by which address; 0: nobody is believed. */
  readonly proxies: number;
  /** Sites that may show screens in a frame. */
  readonly ancestors: readonly string[];
}

/** Asked by whoever watches over the process, by whatever address they reach it. */
const BY_ANY_NAME = new Set(["/healthz", "/readyz"]);

/**
 * Answers 421 to requests under a name that is not the site's: the host chooses the portal, and stands in links. Any
 * site can give its own name the address of this machine, and a proxy on it serves others: development abilities are
 * for its own names alone.
 */
export function ownHosts(app: FastifyInstance, hosts: Edges["hosts"]): void {
  if (hosts === "any") return;
  const isOwn = hosts === "loopback" ? isLoopbackRequest : among(hosts);
  const detail =
    hosts === "loopback"
      ? "Open it as localhost. Development is served under other names with FOYER_INSECURE_DEVELOPMENT=1: everybody who reaches it signs in without a password then."
      : undefined;
  app.addHook("onRequest", (request, reply, done) => {
    if (isOwn(request) || BY_ANY_NAME.has(request.routeOptions.url ?? "")) return done();
    void sendProblem(reply, {
      status: 421,
      code: "unknown-host",
      title: "This site has no such name",
      detail,
    });
    return undefined;
  });
}

function among(hosts: readonly string[]): (request: FastifyRequest) => boolean {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  return ({ host }) => known.has(host.toLowerCase());
}

function isLoopbackRequest({ host }: FastifyRequest): boolean {
  return isLoopback(host.replace(/:\d+$/, ""));
}
