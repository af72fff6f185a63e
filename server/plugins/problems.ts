import { wantsHtml } from "../http/wanted-type.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { noteProblem, ProblemError, sendProblem, type Problem } from "../http/problem.ts";
import { DatabaseUnavailable } from "../storage/database/database.ts";
import { QueueFull } from "../storage/database/batch-queue.ts";

const MALFORMED_TEXT: Problem = {
  status: 400,
  code: "malformed",
  title: "The request has a text that cannot be stored",
};

/** Problems by the code of their error. */
const KNOWN_PROBLEMS: Readonly<Record<string, Problem>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: "media-type",
    title: "The content type is not supported",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: "too-large", title: "The body is too large" },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    status: 400,
    code: "malformed",
    title: "The body is not valid JSON",
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: "malformed", title: "The body is empty" },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: "malformed",
    title: "The body does not have its declared length",
  },
  FST_ERR_VALIDATION: {
    status: 400,
    code: "malformed",
    title: "The request is not in the expected shape",
  },
  // PostgreSQL's refusals of a text that no column holds: a NUL, or half of a surrogate pair.
  "22021": MALFORMED_TEXT,
  "22P05": MALFORMED_TEXT,
  // A number that is too large for its column.
  "22003": {
    status: 400,
    code: "malformed",
    title: "The request has a number that cannot be stored",
  },
  FST_ERR_BAD_URL: { status: 400, code: "malformed", title: "The address is malformed" },
};

/** Sends a problem to a browser as a page. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
) => FastifyReply;

/**
 * Turns every error into a problem in one place; an unexpected error is logged, and answered in
 * general words.
 *
 * @param sendPage answers browsers with a page; default: JSON, as for all other clients
 */
export function problems(app: FastifyInstance, sendPage?: SendPage): void {
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const problem = problemOf(error);
    if (problem.code === "unexpected")
      request.log.error({ err: tellable(error) }, "unexpected error");
    noteProblem(reply, problem.code);
    return sendPage !== undefined && wantsHtml(request)
      ? sendPage(request, reply, problem.status)
      : sendProblem(reply, problem);
  });
}

/** What the log says of an error. PostgreSQL quotes the value that it does not take (class 22). */
function tellable({ name, message, stack = "", code }: Error & { readonly code?: string }) {
  return code?.startsWith("22") === true
    ? { name, code, stack: stack.replace(message, "") }
    : { name, message, stack };
}

function problemOf(
  error: Error & { readonly code?: string; readonly statusCode?: number },
): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof DatabaseUnavailable)
    return {
      status: 503,
      code: "unavailable",
      title: "The service cannot answer right now",
      detail: "Nothing is lost. Please try again in a moment.",
    };
  if (error instanceof QueueFull)
    return {
      status: 503,
      code: "busy",
      title: "Too many requests wait for the database",
      detail: "Nothing is lost. Please try again in a moment.",
    };
  const known = error.code === undefined ? undefined : KNOWN_PROBLEMS[error.code];
  if (known !== undefined) return known;
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return { status: error.statusCode, code: "refused", title: "The request cannot be answered" };
  return {
    status: 500,
    code: "unexpected",
    title: "Something went wrong on our side",
    detail: "Nothing is lost. Please try again.",
  };
}
