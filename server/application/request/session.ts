import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError, sessionOver } from "../../http/problem.ts";
import { isHostToken, type Session, type Sessions } from "../../storage/repositories/sessions.ts";
import type { SiteCookies } from "../cookies/site-cookies.ts";

const COOKIE = "foyer_session";

/** The stores of sessions and of cookies. */
export interface SessionTools {
  readonly sessions: Sessions;
  readonly cookies: SiteCookies;
}

type CookieTools = Pick<SessionTools, "cookies">;

/** The session of a request; undefined without a living one. */
export async function readSession(
  request: FastifyRequest,
  tools: SessionTools,
): Promise<Session | undefined> {
  const token = sessionToken(request, tools);
  return token === undefined ? undefined : tools.sessions.find(token);
}

/** Opens an anonymous session and sets its cookie. */
export async function openSession(reply: FastifyReply, tools: SessionTools): Promise<Session> {
  const { token, session } = await tools.sessions.open();
  setSessionCookie(reply, token, tools);
  return session;
}

/** Milliseconds for which repetitions of an opening request get the same session. */
const REPEATS_MS = 600_000;

/** Least characters of an Idempotency-Key that opens a session; a shorter one could be guessed. */
const LEAST_KEY = 16;

/**
 * Opens the session of a visitor whose first request is a post with an Idempotency-Key. A
 * repetition, whose visitor has not received the cookie yet, gets the same session: with the same
 * content, address and program, within ten minutes.
 *
 * @param content address and data of the post
 * @throws ProblemError 400 when the key is too short for that, 401 when the session is over
 */
export async function openSessionOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, content }: { readonly key: string; readonly content: string },
  tools: SessionTools,
): Promise<Session> {
  if (key.length < LEAST_KEY)
    throw new ProblemError({
      status: 400,
      code: "key-too-short",
      title: "The Idempotency-Key may be guessed",
      detail: `Without a session it has to be ${LEAST_KEY} characters or more, such as a random UUID.`,
    });
  const opened = await tools.sessions.openOnce({
    fingerprint: JSON.stringify([key, content, request.ip, request.headers["user-agent"] ?? ""]),
    repeatsMs: REPEATS_MS,
  });
  if (opened === undefined) throw sessionOver();
  setSessionCookie(reply, opened.token, tools);
  return opened.session;
}

/**
 * The session token of a request, alive or not.
 *
 * Any host of the domain can set the cookie's name of earlier releases, so it brings tokens of
 * earlier releases only: a token that was made for the `__Host-` cookie and comes under the other
 * name was planted.
 */
export function sessionToken(
  request: FastifyRequest,
  { cookies }: CookieTools,
): string | undefined {
  return cookies
    .given(request, COOKIE)
    .find(({ name, value }) => name === cookies.nameOf(COOKIE) || !isHostToken(value))?.value;
}

/** Sets the session cookie. */
export function setSessionCookie(
  reply: FastifyReply,
  token: string,
  { cookies }: CookieTools,
): void {
  // Removes the cookie of earlier releases, which is worth nothing from now on.
  cookies.clear(reply, COOKIE);
  cookies.set(reply, COOKIE, token);
}

/** Removes the session cookie. */
export function clearSessionCookie(reply: FastifyReply, { cookies }: CookieTools): void {
  cookies.clear(reply, COOKIE);
}
