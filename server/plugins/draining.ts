import type { FastifyInstance } from "fastify";

/**
 * A node that is told to stop cannot just close its door: whoever sends it requests has to notice first, and those who
 * stand before the door already would find it shut. From `app.drain()` on `/readyz` says no, and every answer asks its
 * connection to be closed; requests are answered as before until the app is closed.
 *
 * @returns whether it drains
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
