import { problemType } from "../../engine/language/problem-type.ts";
import type { FastifyReply } from "fastify";

/** A refusal in the shape of RFC 9457. */
export interface Problem {
  readonly status: number;
  /** Stable code for programs: becomes `urn:foyer:problem:<code>`. */
  readonly code: string;
  readonly title: string;
  readonly detail?: string;
  readonly [member: string]: unknown;
}

/** Seconds after which a refused request may be sent again, by its status. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: "60", 503: "2" };

/** Thrown to answer a request with a problem. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title);
    this.name = "ProblemError";
  }
}

/**
 * The refusal of a request that is not in the expected shape. @param detail what to send instead
 */
export function malformed(detail: string): ProblemError {
  return new ProblemError({
    status: 400,
    code: "malformed",
    title: "The request is not in the expected shape",
    detail,
  });
}

/** The refusal of an address that no screen has. */
export function unknownPath(): ProblemError {
  return new ProblemError({ status: 404, code: "unknown-path", title: "There is no such page" });
}

/** The refusal of a post whose session has ended, and is not opened again by signing in. */
export function sessionOver(): ProblemError {
  return new ProblemError({
    status: 401,
    code: "no-session",
    title: "Your session is over",
    detail: "Open the page again to go on.",
  });
}

/** The refusal of a request that the visitor's role does not permit. */
export function forbidden(): ProblemError {
  return new ProblemError({
    status: 403,
    code: "role-forbidden",
    title: "You may not do that here",
  });
}

/** The refusal while other steps of the application are faster. @param detail what to do */
export function underWay(detail: string): ProblemError {
  return new ProblemError({
    status: 503,
    code: "under-way",
    title: "Another step is in progress",
    detail,
  });
}

/** Notes a problem for the log and the metrics, where it is sent as a page. */
export function noteProblem({ request }: FastifyReply, code: string): void {
  if (request.scope !== undefined) request.scope.problem = code;
}

/** Sends a problem as problem+json. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { code, ...members } = problem;
  noteProblem(reply, code);
  const retryAfter = RETRY_AFTER[problem.status];
  if (retryAfter !== undefined && !reply.hasHeader("retry-after"))
    void reply.header("retry-after", retryAfter);
  return reply
    .code(problem.status)
    .header("cache-control", "no-store")
    .type("application/problem+json")
    .send(JSON.stringify({ type: problemType(code), ...members }));
}
