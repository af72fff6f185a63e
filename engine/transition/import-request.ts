import { readPath } from "../rules/state-path.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { findRoute } from "./resolve-screen.ts";
import type { Accepted } from "./answer.ts";
import { callRequest } from "./call-request.ts";
import { buildFacts } from "./facts.ts";
import type { CallRequest, InputContext } from "./input.ts";

/**
 * The call that reads an application which is named in the path and not known here. Undefined when the flow asks no
 * service for it, and for a visitor who is not signed in.
 */
export function importRequest(
  flow: CompiledVariant,
  path: string,
  query: Readonly<Record<string, string>>,
  context: InputContext,
): CallRequest | undefined {
  const { adopt } = flow;
  // Without knowing who asks, no answer could be theirs.
  if (adopt === undefined || context.visitor === undefined) return undefined;
  const facts = buildFacts(flow, {}, context);
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

/** Whether an answer to `adoptRequest` makes the application of the path the visitor's: with its id, and nowhere else to go. */
export function isImported(
  flow: CompiledVariant,
  { continuation }: CallRequest,
  answer: Accepted,
  context: InputContext,
): boolean {
  const route = findRoute(flow, continuation.path, buildFacts(flow, {}, context));
  const id = route?.params["applicationId"];
  return (
    answer.next.kind === "stay" &&
    id !== undefined &&
    readPath(answer.state, "application.id") === id
  );
}
