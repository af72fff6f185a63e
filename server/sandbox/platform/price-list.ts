import type { PriceList, SandboxValues } from "./table-types.ts";

const NO_DEVICE = "NO_DEVICE_OPTION";

/** The price lists of a reseller's orders: its own, otherwise those of everybody. */
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
  const parts = Object.hasOwn(bundles, name) ? bundles[name] : undefined;
  return parts?.reduce<number | undefined>((total, part) => {
    const price = Object.hasOwn(prices, part) ? prices[part] : undefined;
    return total === undefined || price === undefined ? undefined : total + price;
  }, 0);
}
