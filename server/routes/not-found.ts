import type { FastifyInstance } from "fastify";
import { ProblemError } from "../http/problem.ts";

/**
 * Refuses every URL without a route with 404 `not-found`, a browser with a page; `allowedMethods`
 * refuses the methods that a path does not have.
 */
export function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw new ProblemError({ status: 404, code: "not-found", title: "There is no such file" });
  });
}
