import type { Json } from "../language/json.ts";
import { formatCache } from "./intl-formats.ts";
import { plainNumber } from "./plain-number.ts";
import { writeMoney, writePercent } from "./write-number.ts";

const dateFormat = formatCache(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
);

/**
 * Formats a value for a locale; the page uses the same code. An amount that is no number has no
 * text.
 *
 * @param style `money` takes minor units (cents), `percent` a number of percent, `date` an ISO day
 *   or instant
 * @param currency of `money`; undefined: amounts are plain numbers
 */
export function writeValue(
  value: Json,
  style: "text" | "money" | "percent" | "date",
  locale: string,
  currency: string | undefined,
): string {
  if (value === null || value === "") return "";
  if ((style === "money" || style === "percent") && !Number.isFinite(Number(value))) return "";
  switch (style) {
    case "money":
      return writeMoney(value, locale, currency);
    case "percent":
      return writePercent(value, locale);
    case "date": {
      const at = new Date(String(value));
      return Number.isNaN(at.getTime()) ? String(value) : dateFormat(locale).format(at);
    }
    case "text":
      return Array.isArray(value)
        ? value
            .map((part: Json) =>
              typeof part === "number"
                ? plainNumber(part)
                : typeof part === "string"
                  ? part.trim()
                  : "",
            )
            .filter((part) => part !== "")
            .join(", ")
        : typeof value === "number"
          ? plainNumber(value)
          : typeof value === "object"
            ? ""
            : String(value).trim();
  }
}
