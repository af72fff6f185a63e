import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Router from "find-my-way";
import { sendProblem } from "../http/problem.ts";

/** The catch-all route of screens. */
const SCREENS = "/*";

/** Methods of a screen, and so of every path that no other route has. */
const OF_SCREENS = ["GET", "HEAD", "POST", "PUT"] as const;

/**
 * Answers methods that a path does not have: OPTIONS with 204, every other one with 405, both with
 * `Allow` (RFC 9110, 9.3.7 and 15.5.6). For GET and HEAD every path is a screen.
 */
export function allowedMethods(app: FastifyInstance): void {
  const routes = Router({ ignoreTrailingSlash: true });
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ method, url }) => {
    if (url === SCREENS) return;
    const known = methods.get(url) ?? new Set(["GET", "HEAD"]);
    if (!methods.has(url)) routes.on("GET", url, () => undefined, { url });
    methods.set(url, known);
    for (const each of [method].flat()) known.add(each);
  });
  const allowedAt = (path: string): readonly string[] => {
    const { url } = (routes.find("GET", path)?.store ?? {}) as { readonly url?: string };
    return url === undefined ? OF_SCREENS : [...(methods.get(url) ?? [])];
  };
  app.addHook("onRequest", (request, reply, done) => {
    const { method, routeOptions } = request;
    // A path of another route is no screen, even for methods which that route does not have.
    const isElsewhere = routeOptions.url === undefined || routeOptions.url === SCREENS;
    if (!isElsewhere || method === "GET" || method === "HEAD") return done();
    const allowed = allowedAt(request.url.split("?", 1)[0] ?? "/");
    if (allowed.includes(method)) return done();
    refuse(request, reply.header("allow", [...allowed, "OPTIONS"].join(", ")));
    return undefined;
  });
}

function refuse({ method }: FastifyRequest, reply: FastifyReply): void {
  if (method === "OPTIONS") {
    void reply.code(204).send();
    return;
  }
  void sendProblem(reply, {
    status: 405,
    code: "method",
    title: `${method} is not understood here`,
    detail: "Pages are read with GET, typed on with PUT and answered with POST.",
  });
}
