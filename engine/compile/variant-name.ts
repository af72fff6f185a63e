import type { Variant } from "../language/variant.ts";

/** A variant in words: `hosting US westlake LOCAL`. */
export function variantName({ portal, market, reseller, environment }: Variant): string {
  return [portal, market, ...(reseller === undefined ? [] : [reseller]), environment].join(" ");
}
