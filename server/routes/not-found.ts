import type { FastifyInstance } from "fastify";
import { sendProblem } from "../plugins/problem.ts";

/**
 * Answers 404 for a file that does not exist; `allowedMethods` refuses the methods that a path does
 * not have.
 */
export function notFound(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, { status: 404, code: "not-found", title: "There is no such file" }),
  );
}
