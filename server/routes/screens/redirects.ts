import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../../http/problem.ts";
import type { SessionTools } from "../../application/request/session.ts";

const COOKIE = "foyer_redirects";

/** Seconds that one redirect counts: a redirect loop is faster, a person is slower. */
const COUNTS_SECONDS = 15;

/** Maximum number of redirects of one browser to the same address, with no page in between. */
const SAME_LIMIT = 3;

/**
 * Maximum number of redirects of one browser to any address, with no page in between; browsers give
 * up after 20.
 */
const TOTAL_LIMIT = 15;

/**
 * Counts a redirect between two pages of this site, in a cookie: a redirect loop ends in a page
 * that explains it and offers another try.
 *
 * @throws ProblemError 503 when the browser was sent to this address too often
 */
export function countRedirect(
  request: FastifyRequest,
  reply: FastifyReply,
  location: string,
  { cookies }: Pick<SessionTools, "cookies">,
): void {
  if (request.method !== "GET" && request.method !== "HEAD") return;
  const before = (cookies.own(request, COOKIE) ?? "")
    .split(".")
    .filter((each) => /^[\w-]{6}$/.test(each));
  const target = createHash("sha256").update(location).digest("base64url").slice(0, 6);
  if (
    before.length >= TOTAL_LIMIT ||
    before.filter((each) => each === target).length >= SAME_LIMIT
  ) {
    cookies.clear(reply, COOKIE);
    request.log.warn({ hops: before.length }, "pages redirect in a circle");
    throw new ProblemError({
      status: 503,
      code: "redirect-circle",
      title: "The pages of this flow send their visitors round in a circle",
    });
  }
  cookies.set(reply, COOKIE, [...before, target].join("."), COUNTS_SECONDS);
}

/** Resets the count once a page is drawn: its redirects were no loop. */
export function forgetRedirects(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies }: Pick<SessionTools, "cookies">,
): void {
  if (cookies.own(request, COOKIE) !== undefined) cookies.clear(reply, COOKIE);
}
