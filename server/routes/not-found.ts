import type { FastifyInstance } from "fastify";
import { sendProblem } from "../plugins/problem.ts";

/** Answers 404 for a file that does not exist and 405 for a method that no screen has: every path is a screen's. */
export function notFound(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    ["GET", "HEAD"].includes(request.method)
      ? sendProblem(reply, { status: 404, code: "not-found", title: "There is no such file" })
      : sendProblem(reply.header("allow", "GET, HEAD, POST, PUT"), {
          status: 405,
          code: "method",
          title: `${request.method} is not understood here`,
          detail: "Pages are read with GET, typed on with PUT and answered with POST.",
        }),
  );
}
