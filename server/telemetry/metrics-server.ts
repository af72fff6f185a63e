import Fastify, { type FastifyInstance } from "fastify";
import type { Metrics } from "./metrics.ts";

/** Serves `/metrics` on a port of its own, so that no proxy rule is needed to hide it. */
export async function metricsServer(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, requestTimeout: 10_000 });
  app.get("/metrics", async (_, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(await metrics.text()),
  );
  await app.listen({ host, port });
  return app;
}
