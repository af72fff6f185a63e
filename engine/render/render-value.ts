import type { Json } from "../language/json.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { formatCache } from "../copy/intl-formats.ts";
import { writeValue } from "../copy/write-value.ts";

const listFormat = formatCache((locale) => new Intl.ListFormat(locale, { type: "conjunction" }));

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
    case "percent":
    case "date":
    case "text":
      return writeValue(value, style, copy.locale, currency);
    case "option":
      return copy.text(`${options ?? "options"}.${String(value)}`) ?? String(value);
    case "list":
      return listFormat(copy.locale).format((Array.isArray(value) ? value : [value]).map(String));
  }
}

/** What stands for a secret: its last four characters behind dots, or dots alone. */
export function maskSecret(value: Json | undefined, mask: "last4" | "all"): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return mask === "last4" && text.length > 4 ? `•••• ${text.slice(-4)}` : "••••";
}
