import { readPath } from "../rules/state-path.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { idParameterOf } from "../compile/id-parameter.ts";
import { findRoute, type ScreenRequest } from "./resolve-screen.ts";
import type { Accepted } from "./answer.ts";
import { callRequest } from "./call-request.ts";
import { buildFacts, layFacts } from "./facts.ts";
import type { CallRequest, InputContext } from "./input.ts";

/**
 * The call that reads an application which the path names and the server does not have. Undefined
 * when the flow has no call for it, and for a visitor without sign-in.
 */
export function importRequest(
  flow: CompiledVariant,
  { path, query, context }: ScreenRequest,
): CallRequest | undefined {
  const { adopt } = flow;
  // Without an identity no answer could be the visitor's.
  if (adopt === undefined || context.visitor === undefined) return undefined;
  const known = buildFacts(flow, {}, context);
  const route = findRoute(flow, path, known);
  if (route === undefined || route.screen.definition.public === true) return undefined;
  const facts = layFacts(known, { params: { ...route.params } });
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

/**
 * Whether the answer of an import gives the path's application to the visitor: with its id, and
 * without another destination.
 */
export function isImported(
  flow: CompiledVariant,
  { continuation }: CallRequest,
  { next, state }: Pick<Accepted, "next" | "state">,
  context: InputContext,
): boolean {
  const route = findRoute(flow, continuation.path, buildFacts(flow, {}, context));
  const id = route?.params[idParameterOf(flow.definition) ?? ""];
  return next.kind === "stay" && id !== undefined && readPath(state, "application.id") === id;
}
