import { AsyncResource } from "node:async_hooks";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { within, type RequestScope } from "../telemetry/request-scope.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

interface Watched {
  readonly scope: RequestScope;
  readonly resource: AsyncResource;
  end(): void;
}

/**
 * Puts a scope around every request, tells the watch how each was answered, and gives visitors the number to name
 * when they ask for help: `x-request-id`.
 */
export function requestTelemetry(app: FastifyInstance, watch: Telemetry): void {
  const known = new WeakMap<FastifyRequest, Watched>();
  app.addHook("onRequest", (request, reply, done) => {
    const scope: RequestScope = { id: request.id, address: request.ip };
    void reply.header("x-request-id", request.id);
    within(scope, () => {
      const attributes = {
        "http.request.method": request.method,
        "http.route": request.routeOptions.url ?? "",
        "foyer.request_id": request.id,
      };
      void watch.span("request", attributes, async () => {
        await new Promise<void>((resolve) => {
          known.set(request, { scope, resource: new AsyncResource("foyer-request"), end: resolve });
          // A visitor who hangs up ends it too.
          reply.raw.once("close", resolve);
          done();
        });
      });
    });
  });
  // What reads bodies works in the connection's own course, where the scope is lost.
  app.addHook("preValidation", (request, _reply, done) => {
    const watched = known.get(request);
    if (watched === undefined) done();
    else watched.resource.runInAsyncScope(done);
  });
  app.addHook("onResponse", async (request, reply) => {
    const watched = known.get(request);
    if (watched === undefined) return;
    watched.end();
    const { flow = "", screen = "", because = "" } = watched.scope.told ?? {};
    const route = (request.routeOptions.url ?? "").replace(/^\/assets\/.*/, "/assets/*");
    within(watched.scope, () =>
      watch.request({
        method: request.method,
        route,
        status: reply.statusCode,
        ms: reply.elapsedTime,
        flow,
        screen,
        because,
      }),
    );
  });
}
