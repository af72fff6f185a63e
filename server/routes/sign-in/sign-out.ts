import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "../../../engine/copy/escape-html.ts";
import { sendPlainPage } from "../../http/page/plain-page.ts";
import { sendProblem } from "../../http/problem.ts";
import { refuseCrossSite } from "../cross-site.ts";
import { redirectToExit, redirectToPage } from "../redirect.ts";
import {
  readSession,
  sessionToken,
  clearSessionCookie,
} from "../../application/request/session.ts";
import { plainPageContext } from "../../application/request/plain-page-context.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import type { SignIn, SignOutTools } from "./sign-in.ts";
import { withoutSlot } from "../../pausing/without-slot.ts";
import { wantsData } from "../../http/wanted-type.ts";

/** Path of the confirmation page, and of the post that signs out. */
export const SIGN_OUT_PATH = "/sign-out";

/**
 * `GET /sign-out`: a page with a button, since any site can open an address. It ends nothing.
 * Without a session it leads to "/"; a program gets 405.
 */
export async function askToSignOut(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SignOutTools & TargetTools,
): Promise<FastifyReply> {
  if (wantsData(request))
    return sendProblem(reply.header("allow", "POST"), {
      status: 405,
      code: "method",
      title: "Signing out is a POST",
    });
  if ((await readSession(request, tools)) === undefined) return redirectToPage(reply, "/");
  const { words, ...context } = plainPageContext(request, tools, "/");
  const say = (key: string) => words[`signIn.out.${key}`] ?? key;
  const body = `<h1>${escapeHtml(say("title"))}</h1><p>${escapeHtml(say("text"))}</p><form method="post" action="${SIGN_OUT_PATH}"><button>${escapeHtml(say("button"))}</button></form><p><a href="${escapeHtml(context.home ?? "/")}">${escapeHtml(say("stay"))}</a></p>`;
  return sendPlainPage(reply, 200, { ...context, title: say("title"), body });
}

/**
 * `POST /sign-out` from this site: ends the session and redirects.
 *
 * @throws ProblemError 403 for a post of another site
 */
export async function answerSignOut(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SignOutTools,
  signIn: SignIn,
): Promise<FastifyReply> {
  refuseCrossSite(request);
  const location = await endSession(request, reply, tools, signIn);
  void reply.header("cache-control", "no-store");
  return wantsData(request)
    ? reply.send({ leave: { to: "sign-out", location } })
    : redirectToExit(reply, location);
}

/**
 * Ends the session of a request and clears the browser's data: the session's cookies, what
 * waits in cookies for this person, those of `cookies.signOut`, and the storage of this origin with
 * its typed data. The server's data stay, for the same person.
 *
 * The HTTP cache stays: it holds nothing personal (`no-store`). So do all other cookies, which are
 * the visitor's preferences or other sites'.
 *
 * @returns the address that follows: the issuer's end-session address, or "/"
 */
export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SignOutTools,
  { issuer, attempts, forgetWaiting, origin }: SignIn,
): Promise<string> {
  const token = sessionToken(request, tools);
  const ended = token === undefined ? undefined : await tools.sessions.end(token);
  clearSessionCookie(reply, tools);
  attempts.forget(reply);
  forgetWaiting(reply);
  for (const { definition } of tools.library().flows.values())
    for (const name of definition.cookies?.signOut ?? []) tools.cookies.clearShared(reply, name);
  void reply.header("clear-site-data", '"storage"');
  if (ended?.signedIn !== true) return "/";
  const location = await withoutSlot(request.scope, async () =>
    issuer?.endSessionLocation(ended.idToken, origin(request)),
  );
  return location ?? "/";
}
