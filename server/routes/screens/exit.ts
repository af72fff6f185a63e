import type { FastifyReply, FastifyRequest } from "fastify";
import type { Destination } from "../../../engine/transition/answer.ts";
import type { Resolution } from "../../../engine/transition/resolution.ts";
import { isOfAnother } from "../../../engine/transition/is-of-another.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import { keepChoice } from "../../application/request/choices.ts";
import { exitLocation, redirectToExit } from "../redirect.ts";
import { SIGN_OUT_PATH } from "../sign-in/sign-out.ts";
import { annotateRequest } from "../../telemetry/request-scope.ts";
import { wantsHtml } from "../../plugins/wanted-type.ts";
import { countRedirect } from "./redirects.ts";
import {
  type RequestContext,
  stateOf,
  inputContext,
} from "../../application/request/request-context.ts";

/**
 * Sends the visitor out of the flow, or to a page that has to be asked for anew: 303, or its address for a page with
 * scripts. An exit to `sign-out` ends the session here, when a page of this site asked; an address that was opened
 * from elsewhere leads to the page that asks first.
 */
export async function exit(
  request: FastifyRequest,
  reply: FastifyReply,
  destination: Extract<Destination, { kind: "leave" }>,
  tools: ServerTools,
): Promise<FastifyReply> {
  for (const [name, value] of Object.entries(destination.cookies ?? {}))
    keepChoice(reply, name, value, tools);
  annotateRequest({ flow: "", screen: `leave:${destination.to}`, because: destination.because });
  void reply.header("cache-control", "no-store");
  const wanted = exitLocation(destination.location ?? defaultExit(destination.to, request));
  const ends = destination.to === "sign-out" && isOwnRequest(request);
  const after = ends ? await tools.signOut(request, reply) : wanted;
  // A flow's own page after signing out comes before the issuer's.
  const location = sandboxedLocation(wanted === SIGN_OUT_PATH ? after : wanted, tools.environment);
  if (wantsHtml(request) && (destination.to === "reload" || destination.to === "base"))
    countRedirect(request, reply, location, tools);
  if (wantsHtml(request)) return redirectToExit(reply, location);
  return reply.send({ leave: { to: destination.to, location } });
}

/**
 * On a developer's machine, names that are kept for examples (RFC 2606) lead to a page of the sandbox that says where one
 * would be now: nobody answers under them, and a journey should not end in an error of the browser.
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

/** Whether a page of this site made the request: a post that has been let in, or what the browser says so of. */
function isOwnRequest(request: FastifyRequest): boolean {
  return request.method === "POST" || request.headers["sec-fetch-site"] === "same-origin";
}

/** Where a way out without a location of its own leads. */
export function defaultExit(
  to: Extract<Destination, { kind: "leave" }>["to"],
  request: FastifyRequest,
): string {
  if (to === "sign-in" || to === "create-account")
    return `/${to}?${new URLSearchParams({ path: request.url })}`;
  return to === "sign-out" ? SIGN_OUT_PATH : "/";
}

/** The way to a page of another application that a table led to; undefined where what is known here is enough to draw it. */
export function wayToAnother(
  resolution: Resolution,
): Extract<Destination, { kind: "leave" }> | undefined {
  return resolution.kind === "screen" && resolution.another === true
    ? { kind: "leave", to: "reload", location: resolution.path, because: resolution.because }
    : undefined;
}

/** The page of another application is asked for like any page: whose it is, and what is known of it, is found out then. */
export function reloadExit(
  scene: RequestContext,
  next: Destination,
  tools: ServerTools,
): Extract<Destination, { kind: "leave" }> | undefined {
  if (
    next.kind !== "screen" ||
    !isOfAnother(scene.flow, stateOf(scene), next.path, inputContext(scene, tools))
  )
    return undefined;
  return { kind: "leave", to: "reload", location: next.path, because: next.because };
}
