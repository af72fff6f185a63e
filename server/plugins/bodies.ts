import type { FastifyInstance } from "fastify";
import { ProblemError } from "../http/problem.ts";
import { formFields, jsonText } from "../http/request-text.ts";

/**
 * Reads JSON bodies: UTF-8 only, with bounded nesting.
 *
 * @param emptyIsNone an empty body counts as none: some clients send `content-type:
 *   application/json` on every request, even without a body
 */
export function jsonBodies(
  app: FastifyInstance,
  { emptyIsNone = false }: { readonly emptyIsNone?: boolean } = {},
): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      if (emptyIsNone && bytes.length === 0) return done(null, undefined);
      const body = read(() => jsonText(request, bytes));
      if (body instanceof Error) return done(body);
      void parse(request, body, done);
    },
  );
}

/** Reads the bodies of plain HTML forms: UTF-8 only, each value a text. */
export function formBodies(app: FastifyInstance, bodyLimit: number): void {
  app.addContentTypeParser<Buffer>(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit },
    (request, bytes, done) => {
      const body = read(() => formFields(request, bytes));
      if (body instanceof Error) done(body);
      else done(null, body);
    },
  );
}

/** Runs a parser and returns its error in place of throwing it. */
function read<T>(work: () => T): T | ProblemError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
}
