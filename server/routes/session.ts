import type { FastifyReply, FastifyRequest } from "fastify";
import { isHostToken, type Session } from "../repositories/sessions.ts";
import type { ServerTools } from "../server-tools.ts";

const COOKIE = "foyer_session";

type SessionTools = Pick<ServerTools, "cookies">;

/** The session behind a request, or undefined without a living one. */
export async function readSession(
  request: FastifyRequest,
  tools: Pick<ServerTools, "sessions" | "cookies">,
): Promise<Session | undefined> {
  const token = sessionToken(request, tools);
  return token === undefined ? undefined : tools.sessions.find(token);
}

/** Opens a session of somebody unknown and hands the visitor its cookie. */
export async function openSession(reply: FastifyReply, tools: ServerTools): Promise<Session> {
  const { token, session } = await tools.sessions.open();
  giveSession(reply, token, tools);
  return session;
}

/**
 * The token a request carries, alive or not.
 *
 * The name of earlier releases, which every host of the domain can set, brings tokens of earlier releases only: a token
 * that was made for the `__Host-` cookie and comes under the other name was planted.
 */
export function sessionToken(
  request: FastifyRequest,
  { cookies }: SessionTools,
): string | undefined {
  return cookies
    .given(request, COOKIE)
    .find(({ name, value }) => name === cookies.nameOf(COOKIE) || !isHostToken(value))?.value;
}

/** Hands the visitor a session's cookie. */
export function giveSession(reply: FastifyReply, token: string, { cookies }: SessionTools): void {
  // One that earlier releases gave is worth nothing from now on.
  cookies.take(reply, COOKIE);
  cookies.give(reply, COOKIE, token);
}

/** Takes the visitor's session cookie away. */
export function takeSession(reply: FastifyReply, { cookies }: SessionTools): void {
  cookies.take(reply, COOKIE);
}
