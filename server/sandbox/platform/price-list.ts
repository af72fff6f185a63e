import { ownMember, type JsonObject } from "../../../engine/language/json.ts";
import type { PriceList, SandboxValues } from "./generated/values.ts";

const NO_DEVICE = "NO_DEVICE_OPTION";

/** The price lists of a reseller's orders: its own, else the default. */
export function listsFor(
  prices: readonly PriceList[],
  reseller: string | undefined,
): readonly PriceList[] {
  const own = prices.filter((list) => reseller !== undefined && list.reseller === reseller);
  return own.length > 0 ? own : prices.filter((list) => list.reseller === undefined);
}

/**
 * The price of one profile in minor units, monthly or once. A bundle costs the sum of its parts.
 *
 * @returns undefined when it is not sold
 */
export function priceOf(
  list: PriceList,
  bundles: SandboxValues["bundles"],
  name: string,
  monthly: boolean,
): number | undefined {
  if (name === NO_DEVICE) return 0;
  const prices = monthly ? list.monthly : list.once;
  if (Object.hasOwn(prices, name)) return prices[name];
  const parts = ownMember(bundles, name);
  return parts?.reduce<number | undefined>((total, part) => {
    const price = ownMember(prices, part);
    return total === undefined || price === undefined ? undefined : total + price;
  }, 0);
}

/** Plans and prices of an order, by the names of plans and in currency units. */
export function plansOf({ plans }: SandboxValues, { monthly, once }: PriceList): JsonObject {
  const priced = Object.entries(plans).map(([name, { profile, ...plan }]) => ({
    name,
    plan,
    perUnit: (profile === undefined ? 0 : (monthly[profile] ?? 0)) / 100,
    bought: profile === undefined ? undefined : once[profile],
  }));
  return {
    plans: Object.fromEntries(
      priced.map(({ name, plan, perUnit }) => [name, { ...plan, perUnit }]),
    ),
    buyAmounts: Object.fromEntries(
      priced.flatMap(({ name, bought }) => (bought === undefined ? [] : [[name, bought / 100]])),
    ),
  };
}
