import type { FastifyReply } from "fastify";
import { joinAddress } from "../../../engine/language/address.ts";
import { advance } from "../../../engine/visit/advance.ts";
import { inputContext } from "../../application/request/input-context.ts";
import type { RequestContext } from "../../application/request/request-context.ts";
import { redirectToPage } from "../redirect.ts";
import type { Exchange } from "./exchange.ts";
import { visitOf } from "./request-visit.ts";

/** Parameter of an address that a browser opens a second time, to return a cookie. */
const MARK = "@cookie";

/** A request, and whether it is the second one of a browser that was asked for a cookie. */
export interface ProvedContext {
  readonly context: RequestContext;
  readonly asked: boolean;
}

/** Takes the mark of a second request off its address. */
export function withoutMark(context: RequestContext): ProvedContext {
  const { [MARK]: mark, ...query } = context.target.query;
  if (mark === undefined) return { context, asked: false };
  return { context: { ...context, target: { ...context.target, query } }, asked: true };
}

/** Whether a visitor's browser keeps cookies: it has a session, or has returned one of an entry. */
export function keepsCookies({ request, tools }: Exchange, { subject }: RequestContext): boolean {
  return subject !== undefined || tools.entries.isReturned(request);
}

/**
 * Whether opening an address would begin an application: its screen loads something before the
 * first step.
 */
export function beginsByOpening(context: RequestContext): boolean {
  if (context.record !== undefined || context.access !== "ok" || context.actor !== undefined)
    return false;
  const event = { kind: "open", context: inputContext(context) } as const;
  return advance(context.flow, visitOf(context), event).next.kind === "load";
}

/** Leads to the same address once more, so that the browser shows that it keeps cookies. */
export function askForCookie(
  { reply, tools }: Exchange,
  { target: { path, query } }: RequestContext,
): FastifyReply {
  tools.entries.expectReturn(reply);
  return redirectToPage(reply, joinAddress(path, { ...query, [MARK]: "" }));
}
