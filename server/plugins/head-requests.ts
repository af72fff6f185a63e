import type { FastifyInstance } from "fastify";

/**
 * HEAD leaves a browser's cookies as they are: what only looks at the headers of a page takes
 * nothing along that the page would have told, chosen or forgotten. Registered after the plugin
 * that writes cookies.
 */
export function headRequests(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (request.method === "HEAD") void reply.removeHeader("set-cookie");
    done();
  });
}
