import { memoizeLatest } from "../../../engine/language/memoize.ts";
import { resolveWithFacts, type Resolved } from "../../../engine/transition/resolve-screen.ts";
import { inputContext } from "./input-context.ts";
import { stateOf, type RequestContext } from "./request-context.ts";
import type { RequestTarget } from "./request-target.ts";

/** The latest resolution of each address, with the facts that it read. */
const resolutions = memoizeLatest<RequestTarget, Resolved>();

/** Resolves the request's address in the present state, once. */
export function resolveTarget(context: RequestContext): Resolved {
  const { target, flow, access, actor, person } = context;
  const { path, query } = target;
  const state = stateOf(context);
  return resolutions(target, [state, flow, access, actor, person], () =>
    resolveWithFacts(flow, state, { path, query, context: inputContext(context) }),
  );
}
