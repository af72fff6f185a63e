import type { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { whenOver } from "../http/when-over.ts";

/** The requests that a node has not answered yet. */
export interface UnderWay {
  readonly requests: number;
  /** Milliseconds since the oldest of them arrived; 0 without one. */
  readonly oldestMs: number;
}

/**
 * Drains a node before it stops, so that load balancers stop sending requests first. From
 * `app.drain()` on, `/readyz` answers 503 and every answer asks to close its connection; requests
 * are answered until the app is closed. Then connections on which nothing was ever asked are closed
 * as well: browsers open some in advance, and Node waits a minute for their first request.
 * `app.underWay()` counts the requests that are still to be answered.
 *
 * @returns whether the node drains
 */
export function draining(app: FastifyInstance): () => boolean {
  let drains = false;
  const unused = new Set<Socket>();
  const begun = new Map<FastifyRequest, number>();
  app.decorate("underWay", (): UnderWay => {
    const [oldest = performance.now()] = begun.values();
    return { requests: begun.size, oldestMs: Math.round(performance.now() - oldest) };
  });
  app.decorate("drain", () => {
    drains = true;
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (drains) void reply.header("connection", "close");
    begun.set(request, performance.now());
    whenOver(request, reply, () => begun.delete(request));
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
