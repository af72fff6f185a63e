import type { ApplicationState } from "./state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { findRoute } from "./resolve-screen.ts";
import { callRequest } from "./call-request.ts";
import { buildFacts } from "./facts.ts";
import type { CallRequest, InputContext } from "./input.ts";

/** The action a page sends when it is closed. No screen declares it. */
export const UNLOAD_ACTION = "@unload";

/** The action a page sends when the question before another one was not answered with yes. No screen declares it. */
export const DECLINE_ACTION = "@decline";

/** The call to be made because a page was closed; undefined while the flow wants none. Its answer is nobody's business: the state stays as it is. */
export function unloadCall(
  flow: CompiledVariant,
  state: ApplicationState,
  closed: {
    readonly path: string;
    readonly query: { readonly [name: string]: string };
    readonly context: InputContext;
  },
): CallRequest | undefined {
  // A guest who leaves is no applicant who does.
  if (flow.unload === undefined || closed.context.actor !== undefined) return undefined;
  const facts = buildFacts(flow, state, closed.context);
  const found = findRoute(flow, closed.path, facts);
  facts["params"] = { ...found?.params };
  facts["query"] = { ...closed.query };
  facts["screen"] = found?.screen.id ?? null;
  facts["action"] = UNLOAD_ACTION;
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
