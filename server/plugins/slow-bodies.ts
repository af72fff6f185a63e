import type { FastifyInstance, FastifyRequest } from "fastify";
import { isMultipart } from "../http/request-text.ts";

/** Closes connections whose request bodies arrive too slowly; uploads have the server's limit. */
export function slowBodies(app: FastifyInstance, patienceMs: number): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  const forget = (request: FastifyRequest) => clearTimeout(timers.get(request));
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw, method } = request;
    if (!raw.complete && method !== "GET" && method !== "HEAD" && !isMultipart(request)) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy();
      }, patienceMs);
      timers.set(request, timer.unref());
    }
    done();
  });
  // The body is complete here, or the request was answered before it was.
  app.addHook("preValidation", (request, _reply, done) => {
    forget(request);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (request.raw.complete) forget(request);
    done();
  });
}
