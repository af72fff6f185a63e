import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../../plugins/problem.ts";
import { isHostToken, type Session, type Sessions } from "../../storage/repositories/sessions.ts";
import type { SiteCookies } from "./site-cookies.ts";

const COOKIE = "foyer_session";

/** The sessions that the service keeps, and the cookies that browsers keep. */
export interface SessionTools {
  readonly sessions: Sessions;
  readonly cookies: SiteCookies;
}

type CookieTools = Pick<SessionTools, "cookies">;

/** The session behind a request, or undefined without a living one. */
export async function readSession(
  request: FastifyRequest,
  tools: SessionTools,
): Promise<Session | undefined> {
  const token = sessionToken(request, tools);
  return token === undefined ? undefined : tools.sessions.find(token);
}

/** Opens a session of somebody unknown and hands the visitor its cookie. */
export async function openSession(reply: FastifyReply, tools: SessionTools): Promise<Session> {
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
  tools: SessionTools,
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
  { cookies }: CookieTools,
): string | undefined {
  return cookies
    .given(request, COOKIE)
    .find(({ name, value }) => name === cookies.nameOf(COOKIE) || !isHostToken(value))?.value;
}

/** Hands the visitor a session's cookie. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  { cookies }: CookieTools,
): void {
  // One that earlier releases gave is worth nothing from now on.
  cookies.take(reply, COOKIE);
  cookies.give(reply, COOKIE, token);
}

/** Takes the visitor's session cookie away. */
export function takeSession(reply: FastifyReply, { cookies }: CookieTools): void {
  cookies.take(reply, COOKIE);
}
