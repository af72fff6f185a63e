import type { Json } from "../definition/json.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { writeMoney, writePercent } from "../copy/write-number.ts";

/** How a value is written for people. */
export type ValueStyle = "text" | "money" | "percent" | "date" | "option" | "list";

/**
 * Writes a value in the reader's language.
 *
 * @param style `money` takes minor units (cents), `percent` a number of percent, `date` an ISO day or instant
 * @param currency of `money`
 */
export function renderValue(
  value: Json | undefined,
  style: ValueStyle,
  copy: CopyBook,
  currency: string,
  options?: string,
): string {
  if (value === undefined || value === null || value === "") return "";
  switch (style) {
    case "money":
      return writeMoney(value, copy.locale, currency);
    case "percent":
      return writePercent(value, copy.locale);
    case "date": {
      const at = new Date(String(value));
      return Number.isNaN(at.getTime())
        ? String(value)
        : new Intl.DateTimeFormat(copy.locale, { dateStyle: "long", timeZone: "UTC" }).format(at);
    }
    case "option":
      return copy.text(`${options ?? "options"}.${String(value)}`) ?? String(value);
    case "list":
      return new Intl.ListFormat(copy.locale, { type: "conjunction" }).format(
        (Array.isArray(value) ? value : [value]).map(String),
      );
    case "text":
      return Array.isArray(value)
        ? value
            .map((part: Json) =>
              typeof part === "string" || typeof part === "number" ? String(part).trim() : "",
            )
            .filter((part) => part !== "")
            .join(", ")
        : typeof value === "object"
          ? ""
          : String(value).trim();
  }
}

/** What stands for a secret: its last four characters behind dots, or dots alone. */
export function masked(value: Json | undefined, mask: "last4" | "all"): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return mask === "last4" && text.length > 4 ? `•••• ${text.slice(-4)}` : "••••";
}
