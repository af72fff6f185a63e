import type { FastifyInstance } from "fastify";

/**
 * Takes a body of no bytes that calls itself JSON for no body: clients that put `content-type: application/json` on
 * every call do so on those that send nothing, too. Everything else is parsed as always.
 */
export function emptyJsonIsNoBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, body, done) => {
      if (body === "") done(null, undefined);
      else void parse(request, body, done);
    },
  );
}
