import type { Variant } from "../language/variant.ts";

/** The name of a variant for messages: `hosting US westlake LOCAL`. */
export function variantName({ portal, market, reseller, environment }: Variant): string {
  return [portal, market, ...(reseller === undefined ? [] : [reseller]), environment].join(" ");
}
