import type { Json } from "../language/json.ts";
import { currencyDigits } from "../rules/currency-digits.ts";
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

/** Writes Latin digits in every locale: keyboards type these. */
const typedFormat = formatCache(
  (locale, digits) =>
    new Intl.NumberFormat(locale, {
      numberingSystem: "latn",
      minimumFractionDigits: Number(digits),
      maximumFractionDigits: Number(digits),
    }),
);

const unitFormat = formatCache(
  (locale, unit) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      maximumFractionDigits: unit === "kilobyte" ? 0 : 1,
    }),
);

/** Decimals of a percentage at most. */
const PERCENT_DECIMALS = 2;

const percentFormat = formatCache(
  (locale, decimals) =>
    new Intl.NumberFormat(locale, {
      style: "percent",
      minimumFractionDigits: Number(decimals),
      maximumFractionDigits: PERCENT_DECIMALS,
    }),
);

/**
 * An amount in minor units of its currency, such as cents, formatted for a locale; without a
 * currency, hundredths as a number with two decimals.
 */
export function writeMoney(minor: Json, locale: string, currency: string | undefined): string {
  const amount = Number(minor) / 10 ** currencyDigits(currency);
  if (currency === undefined) return amountFormat(locale).format(amount);
  const format = moneyFormat(locale, currency);
  return locale === "fr-CA" && currency === "CAD"
    ? format
        .formatToParts(amount)
        .map(({ type, value }) => (type === "currency" ? DOLLARS_OF_CANADA : value))
        .join("")
    : format.format(amount);
}

/** An amount in minor units as a person types it: with the decimals of its currency alone. */
export function writeAmount(minor: Json, locale: string, currency: string | undefined): string {
  const digits = currencyDigits(currency);
  return typedFormat(locale, String(digits)).format(Number(minor) / 10 ** digits);
}

/** French of Canada names the country of its own dollars, too: 29,95 $ CA. */
const DOLLARS_OF_CANADA = "$\u00a0CA";

/** A number of bytes, formatted for a locale. */
export function writeBytes(bytes: Json, locale: string): string {
  const [unit, size] =
    Number(bytes) < 1_000_000 ? (["kilobyte", 1000] as const) : (["megabyte", 1_000_000] as const);
  return unitFormat(locale, unit).format(
    Math.max(Number(bytes) / size, unit === "kilobyte" ? 1 : 0),
  );
}

/**
 * A number of percent, formatted for a locale: 2.5 is `2.5%`.
 *
 * @param decimals the fewest decimals: with one, 2 is `2.0%`
 */
export function writePercent(percent: Json, locale: string, decimals = 0): string {
  return percentFormat(locale, String(decimals)).format(Number(percent) / 100);
}

/** The decimals that a number of percent needs: 2.5 needs one. */
export function percentDecimals(percent: Json): number {
  const rounded = Number(Number(percent).toFixed(PERCENT_DECIMALS));
  return String(rounded).split(".")[1]?.length ?? 0;
}
