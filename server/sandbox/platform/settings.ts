import { factsOf, pathAxisOf } from "../../../engine/language/axes.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { currencyOf, resellerOf } from "./application-facts.ts";
import type { PlatformApplication } from "./repositories/platform-applications.ts";

/**
 * The variants that an application may belong to, with their configuration: its currency and
 * reseller are known, the portal is not.
 */
export function settingsFor(
  flow: CompiledFlow | undefined,
  application: PlatformApplication,
): readonly CompiledVariant[] {
  const currency = currencyOf(application);
  const found = variantsWith(flow, currency, resellerOf(application));
  return found.length > 0 ? found : variantsWith(flow, currency, undefined);
}

/** The variants of a currency and a reseller; without a currency those of all. */
function variantsWith(
  flow: CompiledFlow | undefined,
  currency: string | undefined,
  reseller: string | undefined,
): readonly CompiledVariant[] {
  if (flow === undefined) return [];
  const { definition } = flow;
  const partner = pathAxisOf(definition)?.axis ?? "";
  return flow.variants
    .filter(
      (variant) =>
        variant[partner] === reseller &&
        (currency === undefined || factsOf(definition, variant)["currency"] === currency),
    )
    .map((variant) => flow.variant(variant));
}
