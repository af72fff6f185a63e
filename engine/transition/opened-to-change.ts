import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { joinAddress, splitAddress } from "../language/address.ts";
import { BACK_PARAMETER } from "../language/screen.ts";
import { readPath } from "../rules/state-path.ts";
import type { Facts } from "./facts.ts";

/**
 * The screen whose link to change an answer opened the present page: Back leads there again.
 * Undefined where the address names none, or one without such a link.
 *
 * @param present the screen of the page
 */
export function openedToChangeFrom(
  flow: CompiledVariant,
  present: string,
  facts: Facts,
): string | undefined {
  const named = readPath(facts["query"], BACK_PARAMETER);
  const from = typeof named === "string" ? flow.screens.get(named) : undefined;
  const links = from?.blocks.some(
    ({ definition, items }) =>
      definition.change === present ||
      items.some(({ definition: { change } }) => change === present),
  );
  return links === true ? from?.id : undefined;
}

/** An address with the screen in it that Back leads to. */
export function withBackTo(address: string, from: string): string {
  const { path, query } = splitAddress(address);
  return joinAddress(path, { ...query, [BACK_PARAMETER]: from });
}
