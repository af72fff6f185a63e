import type { FastifyInstance, FastifyRequest } from "fastify";
import { onceAMinute } from "../telemetry/once-a-minute.ts";
import { hostMeant, isLoopback } from "../http/loopback.ts";
import { sendProblem } from "../http/problem.ts";

/** The hosts, proxies and framing sites around the service. */
export interface Edges {
  /**
   * The site's hosts, with their ports; `loopback`: every name of this machine; `any`: the host
   * that the request names.
   */
  readonly hosts: readonly string[] | "loopback" | "any";
  /** Trusted proxies in front that set X-Forwarded-*; 0: the header is ignored. */
  readonly proxies: number;
  /** Sites that may show screens in a frame. */
  readonly ancestors: readonly string[];
}

/** Routes for monitoring, answered under any host. */
const BY_ANY_NAME = new Set(["/healthz", "/readyz"]);

/**
 * Answers 421 to requests under a foreign host name: the host chooses the variant, and stands in
 * links. Any site can point its own name at this machine's address, and a proxy on it serves
 * others, so development abilities are limited to the machine's own names. A host with a port that
 * there is not is foreign everywhere: no address can be made of it. The log names such a host, and
 * the site's own, once a minute.
 *
 * @param ofFlows hosts that values of axes have for their own; below `.localhost` on this machine
 *   alone
 */
export function refuseForeignHosts(
  app: FastifyInstance,
  hosts: Edges["hosts"],
  ofFlows: () => readonly string[],
): void {
  const isSite =
    hosts === "any" ? () => true : hosts === "loopback" ? isLoopbackRequest : among(hosts);
  const meant = isHere(hosts) ? hostMeant : (hostname: string) => hostname.toLowerCase();
  const isOwn = (request: FastifyRequest) =>
    URL.canParse(`http://${request.host}`) &&
    (isSite(request) || ofFlows().includes(meant(request.hostname)));
  const detail =
    hosts === "loopback"
      ? "Open it as localhost. Development is served under other names with FOYER_INSECURE_DEVELOPMENT=1: everybody who reaches it signs in without a password then."
      : undefined;
  const line = onceAMinute();
  app.addHook("onRequest", (request, reply, done) => {
    if (isOwn(request) || BY_ANY_NAME.has(request.routeOptions.url ?? "")) return done();
    const more = line("host");
    if (more !== undefined)
      request.log.warn(
        { host: request.host.slice(0, 100), known: hosts, more },
        "a request names a host that this site does not have; a proxy has to hand on Host as it came, with its port",
      );
    void sendProblem(reply, {
      status: 421,
      code: "unknown-host",
      title: "This site has no such name",
      detail,
    });
    return undefined;
  });
}

/** Whether the site is on this machine, where `.localhost` stands behind the hosts of values. */
function isHere(hosts: Edges["hosts"]): boolean {
  return typeof hosts === "string" || hosts.some((host) => isLoopback(host.replace(/:\d+$/, "")));
}

function among(hosts: readonly string[]): (request: FastifyRequest) => boolean {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  return ({ host }) => known.has(host.toLowerCase());
}

function isLoopbackRequest({ host }: FastifyRequest): boolean {
  return isLoopback(host.replace(/:\d+$/, ""));
}
