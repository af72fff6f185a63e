import type { FastifyRequest } from "fastify";
import type { Exit } from "../../../engine/transition/answer.ts";
import { reasonText } from "../../../engine/transition/reason.ts";
import type { DrivenVisit } from "../../application/visit/visit-run.ts";
import { keepChoice } from "../../application/request/choices.ts";
import { exitLocation, redirectToExit } from "../redirect.ts";
import { SIGN_OUT_PATH } from "../sign-in/sign-out.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import type { Exchange } from "./exchange.ts";
import { countRedirect } from "./redirects.ts";

/**
 * Sends the visitor out of the flow, or to a page that needs a new request: 303, or its address for
 * a page with scripts. An exit to `sign-out` ends the session when a page of this site asked for
 * it; from elsewhere it leads to the page that asks for confirmation.
 */
export async function exit(
  { request, reply, tools }: Exchange,
  { to, location: given, cookies, reason }: Exit,
) {
  for (const [name, value] of Object.entries(cookies ?? {})) keepChoice(reply, name, value, tools);
  request.scope.decision = { flow: "", screen: `leave:${to}`, because: reasonText(reason) };
  void reply.header("cache-control", "no-store");
  const wanted = exitLocation(given ?? defaultExit(to, request));
  const ends = to === "sign-out" && isOwnRequest(request);
  const after = ends ? await tools.signOut(request, reply) : wanted;
  // The flow's own page after signing out comes before the issuer's.
  const location = sandboxedLocation(wanted === SIGN_OUT_PATH ? after : wanted, tools.environment);
  if (!wantsHtml(request)) return reply.send({ leave: { to, location } });
  if (to === "reload" || to === "base") countRedirect(request, reply, location, tools);
  return redirectToExit(reply, location);
}

/**
 * The end of a page's visit: its screen, or the exit to answer with.
 *
 * @throws Error for an end that a page's visit cannot have
 */
export function endOfVisit({
  end,
}: DrivenVisit): Extract<DrivenVisit["end"], { kind: "screen" }> | Exit {
  if (end.kind === "screen") return end;
  if (end.kind === "exit") return end.exit;
  if (end.kind === "redirect") return exitToApplication(end.path, end.reason);
  throw new Error(`The visit of a page ended with "${end.kind}"`);
}

/**
 * The exit to a page of another application: the browser requests it anew, with that application's
 * context.
 */
export function exitToApplication(path: string, reason: Exit["reason"]): Exit {
  return { kind: "leave", to: "reload", location: path, reason };
}

/**
 * On a developer's machine, sends names reserved for examples (RFC 2606) to a sandbox page that
 * shows the address: no site answers there, and the browser would show an error.
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

/**
 * Whether a page of this site made the request: an accepted post, or one that the browser marks
 * same-origin.
 */
function isOwnRequest(request: FastifyRequest): boolean {
  return request.method === "POST" || request.headers["sec-fetch-site"] === "same-origin";
}

/** The address of an exit that has no location of its own. */
export function defaultExit(to: Exit["to"], request: FastifyRequest): string {
  if (to === "sign-in" || to === "create-account")
    return `/${to}?${new URLSearchParams({ path: request.url })}`;
  return to === "sign-out" ? SIGN_OUT_PATH : "/";
}
