import type { FastifyInstance } from "fastify";
import { isMultipart } from "./bodies.ts";

/** Cuts off requests whose bodies take longer than this to arrive; those that bring files have as long as the server gives all. */
export function slowBodies(app: FastifyInstance, patienceMs: number): void {
  app.addHook("onRequest", async (request) => {
    if (
      request.raw.complete ||
      request.method === "GET" ||
      request.method === "HEAD" ||
      isMultipart(request)
    )
      return;
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy();
    }, patienceMs);
    timer.unref();
    request.raw.once("close", () => clearTimeout(timer));
    request.raw.once("end", () => clearTimeout(timer));
  });
}
