import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { joinAddress } from "../language/address.ts";
import { isObject } from "../language/json.ts";
import type { Facts } from "./facts.ts";
import { withBackTo, openedToChangeFrom } from "./opened-to-change.ts";
import type { Resolution } from "./resolution.ts";

/**
 * A page's resolution with what its next press needs in its address: the query parameters that
 * decide whether an action is offered, and the screen that Back leads to. A press is sent to the
 * page's own address, and is refused where its action was not offered.
 *
 * @param facts of the requested page
 */
export function withPageAddress<R extends Resolution>(
  flow: CompiledVariant,
  resolution: R,
  facts: Facts,
): R {
  if (resolution.kind === "leave" || resolution.screen !== facts["screen"]) return resolution;
  const screen = flow.screens.get(resolution.screen);
  const { query } = facts;
  if (screen === undefined || !isObject(query) || Object.keys(query).length === 0)
    return resolution;
  const deciding = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "string" && decidesActions(screen, name) ? [[name, value] as const] : [],
  );
  const address = joinAddress(resolution.path, Object.fromEntries(deciding));
  const from = openedToChangeFrom(flow, screen.id, facts);
  return { ...resolution, path: from === undefined ? address : withBackTo(address, from) };
}

/** Whether a condition of one of a screen's actions reads a query parameter. */
function decidesActions({ actions }: CompiledScreen, name: string): boolean {
  return [...actions.values()].some(({ when }) => when?.reads.includes(`query.${name}`) === true);
}
