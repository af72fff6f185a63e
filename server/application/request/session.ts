import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../../plugins/problem.ts";
import { isHostToken, type Session } from "../../storage/repositories/sessions.ts";
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
  setSessionCookie(reply, token, tools);
  return session;
}

/** A key of fewer characters may be guessed. */
const LEAST_KEY = 16;

/**
 * Opens the session of a visitor whose first request is a post with an Idempotency-Key. A repetition, whose visitor has
 * not seen the cookie yet, is handed the same session: when it says the same, comes from the same address and program,
 * and within ten minutes.
 *
 * @param asked what was posted, and where
 * @throws ProblemError 400 when the key is too short for that, 401 when the session is over
 */
export async function openSessionOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, asked }: { readonly key: string; readonly asked: string },
  tools: ServerTools,
): Promise<Session> {
  if (key.length < LEAST_KEY)
    throw new ProblemError({
      status: 400,
      code: "key-too-short",
      title: "The Idempotency-Key may be guessed",
      detail: `Without a session it has to be ${LEAST_KEY} characters or more, such as a random UUID.`,
    });
  const opened = await tools.sessions.openOnce(
    JSON.stringify([key, asked, request.ip, request.headers["user-agent"] ?? ""]),
  );
  if (opened === undefined)
    throw new ProblemError({
      status: 401,
      code: "no-session",
      title: "Your session is over",
      detail: "Open the page again to go on.",
    });
  setSessionCookie(reply, opened.token, tools);
  return opened.session;
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
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  { cookies }: SessionTools,
): void {
  // One that earlier releases gave is worth nothing from now on.
  cookies.take(reply, COOKIE);
  cookies.give(reply, COOKIE, token);
}

/** Takes the visitor's session cookie away. */
export function takeSession(reply: FastifyReply, { cookies }: SessionTools): void {
  cookies.take(reply, COOKIE);
}
