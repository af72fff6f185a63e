import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ProblemError } from "../../plugins/problem.ts";
import type { SessionTools } from "../../application/request/session.ts";

const COOKIE = "foyer_redirects";

/** How long one redirect counts, in seconds: a circle is faster than that, a person is not. */
const COUNTS_SECONDS = 15;

/** Redirects of one browser to the same address, with no page drawn in between. */
const SAME_LIMIT = 3;

/** Redirects of one browser to whatever address, with no page drawn in between; browsers give up after 20. */
const TOTAL_LIMIT = 15;

/**
 * Counts a redirect from one page of this site to another, in a cookie of the browser: pages that send each other's
 * visitors in a circle end in a page that says so and offers to try again.
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
  const before = (cookies.given(request, COOKIE)[0]?.value ?? "")
    .split(".")
    .filter((each) => /^[\w-]{6}$/.test(each));
  const target = createHash("sha256").update(location).digest("base64url").slice(0, 6);
  if (
    before.length >= TOTAL_LIMIT ||
    before.filter((each) => each === target).length >= SAME_LIMIT
  ) {
    cookies.take(reply, COOKIE);
    request.log.warn({ hops: before.length }, "pages redirect in a circle");
    throw new ProblemError({
      status: 503,
      code: "redirect-circle",
      title: "The pages of this flow send their visitors round in a circle",
    });
  }
  cookies.give(reply, COOKIE, [...before, target].join("."), COUNTS_SECONDS);
}

/** A page is drawn: the redirects that led to it were no circle. */
export function forgetRedirects(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookies }: Pick<SessionTools, "cookies">,
): void {
  if (cookies.given(request, COOKIE).length > 0) cookies.take(reply, COOKIE);
}
