import type { Facts } from "../../../engine/transition/facts.ts";
import { pageFacts } from "../../../engine/transition/page-facts.ts";
import type { ResolvedScreen } from "../../../engine/transition/resolution.ts";
import { inputContext } from "./input-context.ts";
import { stateOf, type RequestContext } from "./request-context.ts";

/** A shown page, with the facts of its view, its draft and its files. */
export interface ShownPage {
  readonly resolution: ResolvedScreen;
  readonly query: Readonly<Record<string, string>>;
  readonly facts: Facts;
}

/** The page of a resolution, in the present state of the application. */
export function shownPage(
  context: RequestContext,
  resolution: ResolvedScreen,
  query: Readonly<Record<string, string>>,
): ShownPage {
  const at = { query, context: inputContext(context) };
  const facts = pageFacts(context.flow, stateOf(context), resolution, at);
  return { resolution, query, facts };
}
