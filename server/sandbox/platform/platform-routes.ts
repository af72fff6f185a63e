import type { FastifyInstance } from "fastify";
import { jsonBodies } from "../../plugins/bodies.ts";

/**
 * Serves the platform under /api and /v1, so that it can be tried over HTTP and its documentation
 * read.
 */
export async function platformRoutes(
  app: FastifyInstance,
  platform: FastifyInstance,
): Promise<void> {
  await app.register(async (scope) => {
    jsonBodies(scope, { emptyIsNone: true });
    for (const prefix of ["/api", "/v1"]) {
      scope.all(`${prefix}/*`, async (request, reply) => {
        const { host: _host, "content-length": _length, ...headers } = request.headers;
        const response = await platform.inject({
          method: request.method as "GET",
          url: request.url,
          headers: headers as Record<string, string>,
          ...(request.body === undefined || request.body === null
            ? {}
            : { payload: JSON.stringify(request.body) }),
        });
        if (response.headers["x-connection-dropped"] !== undefined) {
          request.raw.socket.destroy();
          return reply.hijack();
        }
        void reply.code(response.statusCode);
        for (const name of ["content-type", "location", "retry-after"]) {
          const value = response.headers[name];
          if (typeof value === "string") void reply.header(name, value);
        }
        return reply.send(response.rawPayload);
      });
    }
  });
}
