import type { FastifyRequest } from "fastify";
import { ProblemError, sessionOver } from "../../http/problem.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import { ensureSession } from "../../application/request/ensure-session.ts";
import { sessionToken, type SessionTools } from "../../application/request/session.ts";
import { defaultExit } from "./exit.ts";
import { idInPath } from "../../application/request/load-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { resolveTarget } from "../../application/request/resolve-target.ts";
import type { Exchange } from "./exchange.ts";

/** The request of a visitor with a session and the right to act on this application. */
export type AuthorizedContext = RequestContext & { readonly subject: Buffer };

/** A session that this request opened. */
export interface Opened {
  readonly subject: Buffer;
  readonly session: string;
  /** The application that the request began with the session. */
  readonly record?: ApplicationRecord | undefined;
}

/**
 * Authorizes a post that changes an application: the visitor needs a session, and an application of
 * their own or a link to another's. A visitor who begins with this post gets a session.
 *
 * @param open opens that session
 * @returns the sign-in address, when signing in would help
 * @throws ProblemError 401, 403
 */
export async function authorize(
  { request, reply, tools }: Exchange,
  first: RequestContext,
  open: () => Promise<Opened> = async () => ensureSession(reply, first, tools),
): Promise<AuthorizedContext | { readonly signIn: string }> {
  const signIn = await signInWanted(request, first, tools);
  if (signIn !== undefined) return { signIn };
  let context = first;
  if (context.subject === undefined) {
    if (context.record !== undefined || idInPath(context.flow, context.target.path) !== undefined)
      throw sessionOver();
    context = { ...context, ...(await open()) };
  }
  const { subject } = context;
  if (subject === undefined) throw sessionOver();
  // One answer for both: a stranger does not learn which ids exist.
  if (context.access !== "ok")
    throw new ProblemError({
      status: 403,
      code: "application-forbidden",
      title: "There is no such application, or it is not yours",
    });
  return { ...context, subject };
}

/** The problem for a client whose user must sign in. */
export function signInProblem(signIn: string): ProblemError {
  return new ProblemError({
    status: 401,
    code: "no-session",
    title: "You are not signed in",
    detail: "Sign in to go on; what you typed is kept.",
    signIn,
  });
}

/**
 * The sign-in address for a post that needs one: the flow asks for sign-in on this path, or the
 * post is about an application and the expired session was a person's. Undefined when signing in
 * would not help.
 */
async function signInWanted(
  request: FastifyRequest,
  context: RequestContext,
  tools: SessionTools,
): Promise<string | undefined> {
  if (context.person !== undefined) return undefined;
  const { target, flow } = context;
  // The owner of the application is unknown until the visitor has signed in.
  const { resolution } = resolveTarget({ ...context, access: "ok" });
  if (
    resolution.kind === "leave" &&
    (resolution.to === "sign-in" || resolution.to === "create-account")
  )
    return resolution.location ?? defaultExit(resolution.to, request);
  const token = sessionToken(request, tools);
  const over =
    context.subject === undefined &&
    token !== undefined &&
    idInPath(flow, target.path) !== undefined;
  return over && (await tools.sessions.wasSignedIn(token))
    ? defaultExit("sign-in", request)
    : undefined;
}
