import type { FastifyReply, FastifyRequest } from "fastify";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { ProblemError } from "../../plugins/problem.ts";
import type { ApplicationRecord } from "../../storage/repositories/applications.ts";
import { sessionToken } from "../../application/request/session.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { defaultExit } from "./exit.ts";
import {
  inputContext,
  idInPath,
  ensureSession,
  type RequestContext,
} from "../../application/request/request-context.ts";

/** A scene of somebody who is known and may be here. */
export type AuthorizedContext = RequestContext & { readonly subject: Buffer };

/** A visit with a session. */
export interface Opened {
  readonly subject: Buffer;
  readonly session: string;
  /** What they have begun already. */
  readonly record?: ApplicationRecord | undefined;
}

/**
 * The scene of a post that changes something: of a visitor with a session, in an application that is theirs or that
 * they were let into. One that begins with this very post gets a session.
 *
 * @param open opens that session
 * @returns where to sign in first, when that would help
 * @throws ProblemError 401, 403, 404
 */
export async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  first: RequestContext,
  tools: ServerTools,
  open: () => Promise<Opened> = async () => ensureSession(reply, first, tools),
): Promise<AuthorizedContext | { readonly signIn: string }> {
  const signIn = await signInWanted(request, first, tools);
  if (signIn !== undefined) return { signIn };
  let scene = first;
  if (scene.subject === undefined) {
    if (scene.record !== undefined || idInPath(scene.flow, scene.visit.path) !== undefined)
      throw new ProblemError({
        status: 401,
        code: "no-session",
        title: "Your session is over",
        detail: "Open the page again to go on.",
      });
    scene = { ...scene, ...(await open()) };
  }
  const { subject } = scene;
  if (subject === undefined)
    throw new ProblemError({ status: 401, code: "no-session", title: "Your session is over" });
  if (scene.access !== "ok")
    throw new ProblemError({
      status: scene.access === "missing" ? 404 : 403,
      code: `application-${scene.access}`,
      title:
        scene.access === "missing"
          ? "There is no such application"
          : "This application is not yours",
    });
  return { ...scene, subject };
}

/** What a program is told that has to sign its user in. */
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
 * Where to sign in before a post can be answered: the flow asks for that on this path, or the post is about an
 * application and its session, now over, was a person's. Undefined when signing in would not help.
 */
async function signInWanted(
  request: FastifyRequest,
  scene: RequestContext,
  tools: ServerTools,
): Promise<string | undefined> {
  if (scene.person !== undefined) return undefined;
  const { visit, flow, record } = scene;
  // Whose application it is cannot be said before somebody has signed in.
  const resolution = resolveScreen(flow, record?.state ?? {}, {
    path: visit.path,
    query: visit.query,
    context: { ...inputContext(scene, tools), access: "ok" },
  });
  if (
    resolution.kind === "leave" &&
    (resolution.to === "sign-in" || resolution.to === "create-account")
  )
    return resolution.location ?? defaultExit(resolution.to, request);
  const token = sessionToken(request, tools);
  const over =
    scene.subject === undefined && token !== undefined && idInPath(flow, visit.path) !== undefined;
  return over && (await tools.sessions.wasSignedIn(token))
    ? defaultExit("sign-in", request)
    : undefined;
}
