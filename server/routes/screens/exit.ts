import type { FastifyRequest } from "fastify";
import type { Exit } from "../../../engine/transition/answer.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import { keepChoice } from "../../application/request/choices.ts";
import { exitLocation, redirectToExit } from "../redirect.ts";
import { SIGN_OUT_PATH } from "../sign-in/sign-out.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import type { Exchange } from "./exchange.ts";
import { countRedirect } from "./redirects.ts";

/**
 * Sends the visitor out of the flow, or to a page that has to be opened anew: 303, or its address for a page with
 * scripts. An exit to `sign-out` ends the session here when a page of this site asked; an address that was opened from
 * elsewhere leads to the page that asks first.
 */
export async function exit(
  { request, reply, tools }: Exchange,
  { to, location: given, cookies, reason }: Exit,
) {
  for (const [name, value] of Object.entries(cookies ?? {})) keepChoice(reply, name, value, tools);
  request.scope.told = { flow: "", screen: `leave:${to}`, because: reasonText(reason) };
  void reply.header("cache-control", "no-store");
  const wanted = exitLocation(given ?? defaultExit(to, request));
  const ends = to === "sign-out" && isOwnRequest(request);
  const after = ends ? await tools.signOut(request, reply) : wanted;
  // A flow's own page after signing out comes before the issuer's.
  const location = sandboxedLocation(wanted === SIGN_OUT_PATH ? after : wanted, tools.environment);
  if (!wantsHtml(request)) return reply.send({ leave: { to, location } });
  if (to === "reload" || to === "base") countRedirect(request, reply, location, tools);
  return redirectToExit(reply, location);
}

/** Sends the visitor to the page of another application: it is opened anew, with what is known of that one. */
export function reopen(path: string, reason: Exit["reason"]): Exit {
  return { kind: "leave", to: "reload", location: path, reason };
}

/**
 * On a developer's machine, names that are kept for examples (RFC 2606) lead to a page of the sandbox that names the
 * address: no site answers under them, and a journey should not end in an error of the browser.
 */
export function sandboxedLocation(location: string, environment: string): string {
  if (
    environment !== "LOCAL" ||
    !URL.canParse(location) ||
    !new URL(location).hostname.endsWith(".example")
  )
    return location;
  return `/sandbox/elsewhere?${new URLSearchParams({ to: location })}`;
}

/** Whether a page of this site made the request: an accepted post, or one that the browser calls same-origin. */
function isOwnRequest(request: FastifyRequest): boolean {
  return request.method === "POST" || request.headers["sec-fetch-site"] === "same-origin";
}

/** Where an exit without a location of its own leads. */
export function defaultExit(to: Exit["to"], request: FastifyRequest): string {
  if (to === "sign-in" || to === "create-account")
    return `/${to}?${new URLSearchParams({ path: request.url })}`;
  return to === "sign-out" ? SIGN_OUT_PATH : "/";
}
