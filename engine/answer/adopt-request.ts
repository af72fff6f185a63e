import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { findRoute } from "../resolve/resolve-screen.ts";
import { callRequest } from "./call-request.ts";
import { factsOf } from "./facts.ts";
import type { CallRequest, InputContext } from "./input.ts";

/** The call that reads an application which is named in the path and not known here; undefined when the flow asks nobody for it. */
export function adoptRequest(
  flow: CompiledVariant,
  path: string,
  query: Readonly<Record<string, string>>,
  context: InputContext,
): CallRequest | undefined {
  const { adopt } = flow;
  if (adopt === undefined) return undefined;
  const facts = factsOf(flow, {}, context);
  const route = findRoute(flow, path, facts);
  if (route === undefined || route.screen.definition.public === true) return undefined;
  facts["params"] = { ...route.params };
  if (!adopt.when.test(facts)) return undefined;
  return callRequest(flow, adopt.call, facts, {
    path,
    screen: route.screen.id,
    action: "adopt",
    remaining: [],
    then: adopt.then,
    with: null,
    form: {},
    query,
  });
}
