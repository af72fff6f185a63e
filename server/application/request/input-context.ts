import type { FastifyRequest } from "fastify";
import { memoizeLatest } from "../../../engine/language/memoize.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { wantsHtml } from "../../http/wanted-type.ts";
import type { RequestContext } from "./request-context.ts";
import { visitorOf } from "./visitor-of.ts";

/** The latest input of each clock. */
const inputs = memoizeLatest<RequestContext["clock"], InputContext>();

/**
 * The context of the request's input, created once, so that results can be cached by it.
 *
 * @param drawnAt the only address for which the answer draws a page; undefined: any page is drawn
 */
export function inputContext(context: RequestContext, drawnAt?: string): InputContext {
  const { target, person, session, access, actor, clock, providers } = context;
  return inputs(clock, [target, person, session, access, actor, drawnAt], () => ({
    now: clock.now,
    uuids: clock.uuids,
    variant: target.variant,
    locale: target.locale,
    signedIn: person !== undefined,
    dataSources: target.dataSources,
    visitor: visitorOf(person).visitor,
    access,
    actor,
    session,
    drawnAt,
    providers,
  }));
}

/**
 * The address for which this request draws a page. A browser without scripts requests the next page
 * itself: its POST draws one only for errors.
 */
export function drawnAt(request: FastifyRequest, { target }: RequestContext): string | undefined {
  if (!wantsHtml(request)) return undefined;
  return request.method === "POST" ? "" : target.path;
}
