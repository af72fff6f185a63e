import type { FastifyInstance } from "fastify";
import { sendProblem } from "../plugins/problem.ts";

/**
 * Answers 404 `not-found` for every URL without a route; `allowedMethods` refuses the methods that
 * a path does not have.
 */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, { status: 404, code: "not-found", title: "There is no such file" }),
  );
}
