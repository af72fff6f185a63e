import { AsyncResource } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { whenOver } from "../http/when-over.ts";
import type { RequestScope } from "../telemetry/request-scope.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * The request's scope, passed on as an argument: AsyncLocalStorage would slow every promise of
     * the process.
     */
    scope: RequestScope;
  }
}

/**
 * Gives every request its scope, measures its answer, and sends `x-request-id`, the number that a
 * visitor names when asking for help.
 */
export function requestTelemetry(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorateRequest("scope");
  app.addHook("onRequest", (request, reply, done) => {
    request.scope = { id: request.id, address: request.ip };
    void reply.header("x-request-id", request.id);
    done();
  });
  if (telemetry.span !== undefined) traceRequests(app, telemetry.span);
  app.addHook("onResponse", (request, reply, done) => {
    const { decision, problem = "" } = request.scope ?? {};
    const { flow = "", screen = "", because = "" } = decision ?? {};
    const route = request.routeOptions.url ?? "";
    telemetry.request({
      id: request.id,
      method: request.method,
      route: route.startsWith("/assets/") ? "/assets/*" : route,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      flow,
      screen,
      because,
      problem,
    });
    done();
  });
}

interface Traced {
  readonly resource: AsyncResource;
  end(): void;
}

/** Puts a span around every request. */
function traceRequests(app: FastifyInstance, span: NonNullable<Telemetry["span"]>): void {
  const known = new WeakMap<FastifyRequest, Traced>();
  app.addHook("onRequest", (request, reply, done) => {
    const attributes = {
      "http.request.method": request.method,
      "http.route": request.routeOptions.url ?? "",
      "foyer.request_id": request.id,
    };
    void span("request", attributes, async () => {
      await new Promise<void>((resolve) => {
        known.set(request, { resource: new AsyncResource("foyer-request"), end: resolve });
        // A visitor who disconnects ends the span too.
        whenOver(request, reply, resolve);
        done();
      });
    });
  });
  // Body parsers run in the connection's own async context, which has no span.
  app.addHook("preValidation", (request, _reply, done) => {
    const traced = known.get(request);
    if (traced === undefined) done();
    else traced.resource.runInAsyncScope(done);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    known.get(request)?.end();
    done();
  });
}
