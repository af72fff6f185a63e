import type { FastifyInstance, FastifyRequest } from "fastify";
import { pathAxisOf } from "../../../engine/language/axes.ts";
import { atHost } from "../../application/request/at-host.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { redirectToExit } from "../redirect.ts";

/**
 * Redirects a page under a prefix to the own host of the prefix's value: each page has one address.
 * A POST to the prefix is an unknown page.
 */
export function redirectToOwnHost(app: FastifyInstance, library: () => FlowLibrary): void {
  app.addHook("onRequest", (request, reply, done) => {
    const isPage = request.method === "GET" || request.method === "HEAD";
    const location = isPage ? ownLocation(request, library()) : undefined;
    if (location === undefined) done();
    else void redirectToExit(reply, location);
  });
}

/** The address of a requested page at its own host; undefined where it has none. */
function ownLocation(request: FastifyRequest, library: FlowLibrary): string | undefined {
  if (library.ownHosts.length === 0) return undefined;
  const [path = ""] = request.url.split("?", 1);
  const found = library.flowAt(path);
  const values = found === undefined ? undefined : pathAxisOf(found.flow.definition)?.values;
  const name = found?.value;
  if (found === undefined || values === undefined || name === undefined) return undefined;
  const host = Object.hasOwn(values, name) ? values[name]?.host : undefined;
  if (host === undefined) return undefined;
  const origin = atHost(`${request.protocol}://${request.host}`, host);
  return `${origin}${found.path}${request.url.slice(path.length)}`;
}
