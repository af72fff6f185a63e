import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Drains a node before it stops, so that load balancers stop sending requests first. From
 * `app.drain()` on, `/readyz` answers 503 and every answer asks to close its connection; requests
 * are answered until the app is closed. Then connections on which nothing was ever asked are closed
 * as well: browsers open some in advance, and Node waits a minute for their first request.
 *
 * @returns whether the node drains
 */
export function draining(app: FastifyInstance): () => boolean {
  let drains = false;
  const unused = new Set<Socket>();
  app.decorate("drain", () => {
    drains = true;
  });
  app.addHook("onRequest", (_, reply, done) => {
    if (drains) void reply.header("connection", "close");
    done();
  });
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }: { readonly socket: Socket }) => unused.delete(socket));
  app.addHook("preClose", (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
  return () => drains;
}
