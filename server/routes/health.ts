import type { FastifyInstance } from "fastify";
import type { Database } from "../storage/database/database.ts";
import { sendProblem } from "../http/problem.ts";
import { ASIDE } from "../plugins/route-config.ts";

/**
 * `/healthz`: the process is alive. `/readyz`: it could save a step now, and is not about to stop.
 */
export function healthRoutes(
  app: FastifyInstance,
  database: Database,
  isDraining: () => boolean,
): void {
  app.get("/healthz", { config: ASIDE }, async (_, reply) =>
    reply.header("cache-control", "no-store").send({ status: "alive" }),
  );
  app.get("/readyz", { config: ASIDE }, async (_, reply) => {
    if (isDraining())
      return sendProblem(reply, {
        status: 503,
        code: "draining",
        title: "This node is about to stop",
      });
    try {
      await database.assertWritable();
      return await reply.header("cache-control", "no-store").send({ status: "ready" });
    } catch {
      return sendProblem(reply, {
        status: 503,
        code: "not-ready",
        title: "The database cannot be reached, or takes no writes",
      });
    }
  });
}
