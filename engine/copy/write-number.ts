import type { Json } from "../definition/json.ts";

/** An amount in minor units (cents), as people of a locale write it. */
export function writeMoney(minor: Json, locale: string, currency: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: locale.endsWith("-CA") ? "symbol" : "narrowSymbol" }).format(Number(minor) / 100);
}

/** A number of percent, as people of a locale write it: 2.5 is `2.5%`. */
export function writePercent(percent: Json, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(Number(percent) / 100);
}
