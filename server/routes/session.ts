import type { FastifyReply, FastifyRequest } from "fastify";
import type { Session } from "../repositories/sessions.ts";
import type { ServerTools } from "../server-tools.ts";

const COOKIE = "foyer_session";

/** The session behind a request, or undefined without a living one. */
export async function readSession(
  request: FastifyRequest,
  tools: Pick<ServerTools, "sessions">,
): Promise<Session | undefined> {
  const token = sessionToken(request);
  return token === undefined ? undefined : tools.sessions.find(token);
}

/** Opens a session of somebody unknown and hands the visitor its cookie. */
export async function openSession(reply: FastifyReply, tools: ServerTools): Promise<Session> {
  const { token, session } = await tools.sessions.open();
  giveSession(reply, token, tools);
  return session;
}

/** The token a request carries, alive or not. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[COOKIE];
  return token === "" ? undefined : token;
}

/** Hands the visitor a session's cookie. */
export function giveSession(
  reply: FastifyReply,
  token: string,
  { secureCookies }: Pick<ServerTools, "secureCookies">,
): void {
  void reply.setCookie(COOKIE, token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: secureCookies,
  });
}

/** Takes the visitor's session cookie away. */
export function takeSession(
  reply: FastifyReply,
  { secureCookies }: Pick<ServerTools, "secureCookies">,
): void {
  void reply.clearCookie(COOKIE, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: secureCookies,
  });
}
