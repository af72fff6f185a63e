import { UNLOAD_ACTION } from "../language/page-actions.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { findRoute, type ScreenRequest } from "./resolve-screen.ts";
import { callRequest } from "./call-request.ts";
import { buildFacts, layFacts } from "./facts.ts";
import type { CallRequest } from "./input.ts";

/**
 * The call after the closing of a page; undefined where the flow has none. Fire and forget: the
 * response is ignored.
 */
export function unloadCall(
  flow: CompiledVariant,
  state: ApplicationState,
  closed: ScreenRequest,
): CallRequest | undefined {
  // A guest who closes the page is not the applicant.
  if (flow.unload === undefined || closed.context.actor !== undefined) return undefined;
  const known = buildFacts(flow, state, closed.context);
  const found = findRoute(flow, closed.path, known);
  const facts = layFacts(known, {
    params: { ...found?.params },
    query: { ...closed.query },
    screen: found?.screen.id ?? null,
    action: UNLOAD_ACTION,
  });
  if (!flow.unload.when.test(facts)) return undefined;
  return callRequest(flow, flow.unload.call, facts, {
    path: closed.path,
    screen: found?.screen.id ?? "",
    action: UNLOAD_ACTION,
    remaining: [],
    with: null,
    form: {},
    query: closed.query,
  });
}
