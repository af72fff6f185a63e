import type { Json } from "../language/json.ts";
import { formatCache } from "./intl-formats.ts";

const moneyFormat = formatCache(
  (locale, currency) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: locale.endsWith("-CA") ? "symbol" : "narrowSymbol",
    }),
);

const amountFormat = formatCache(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

const unitFormat = formatCache(
  (locale, unit) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      maximumFractionDigits: unit === "kilobyte" ? 0 : 1,
    }),
);

const percentFormat = formatCache(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }),
);

/**
 * An amount in minor units (cents), formatted for a locale; without a currency, a number with two
 * decimals.
 */
export function writeMoney(minor: Json, locale: string, currency: string | undefined): string {
  const format = currency === undefined ? amountFormat(locale) : moneyFormat(locale, currency);
  return format.format(Number(minor) / 100);
}

/** A number of bytes, formatted for a locale. */
export function writeBytes(bytes: Json, locale: string): string {
  const [unit, size] =
    Number(bytes) < 1_000_000 ? (["kilobyte", 1000] as const) : (["megabyte", 1_000_000] as const);
  return unitFormat(locale, unit).format(
    Math.max(Number(bytes) / size, unit === "kilobyte" ? 1 : 0),
  );
}

/** A number of percent, formatted for a locale: 2.5 is `2.5%`. */
export function writePercent(percent: Json, locale: string): string {
  return percentFormat(locale).format(Number(percent) / 100);
}
