import { formatCache } from "./intl-formats.ts";

const decimalSign = formatCache(
  (locale) =>
    new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value,
);

/** Whether a locale writes decimals behind a comma: 2,5. */
export function hasDecimalComma(locale: string): boolean {
  return decimalSign(locale) === ",";
}
