import type { FastifyInstance } from "fastify";

/**
 * Drains a node before it stops, so that load balancers stop sending requests first. From
 * `app.drain()` on, `/readyz` answers 503 and every answer asks to close its connection; requests
 * are answered until the app is closed.
 *
 * @returns whether the node drains
 */
export function draining(app: FastifyInstance): () => boolean {
  let drains = false;
  app.decorate("drain", () => {
    drains = true;
  });
  app.addHook("onRequest", (_, reply, done) => {
    if (drains) void reply.header("connection", "close");
    done();
  });
  return () => drains;
}
