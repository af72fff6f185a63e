import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import { dayIn } from "../rules/calendar.ts";
import { writeList, writeOptions } from "../copy/write-options.ts";
import { writePercent } from "../copy/write-number.ts";
import { writeValue } from "../copy/write-value.ts";
import { MASK } from "../transition/facts-for-visitor.ts";
import { writePhone } from "../copy/write-phone.ts";
import type { RenderContext } from "./render-context.ts";

/** Formats of displayed values. */
export type ValueStyle = "text" | "money" | "percent" | "date" | "phone" | "option" | "list";

/** The format of a displayed value. */
export interface ValueFormat {
  /**
   * `money` takes minor units (cents), `percent` a number of percent, `date` an ISO day or instant.
   */
  readonly as: ValueStyle;
  /** Key of the copy that names the options; default: `options`. */
  readonly options?: string | undefined;
  /** The fewest decimals of a percentage; default: 0. */
  readonly decimals?: number | undefined;
}

/** Formats a value in the visitor's language. */
export function renderValue(
  value: Json | undefined,
  { as, options = "options", decimals = 0 }: ValueFormat,
  { flow, copy }: Pick<RenderContext, "flow" | "copy">,
): string {
  if (value === undefined || value === null || value === "") return "";
  switch (as) {
    case "percent":
      return writePercent(value, copy.locale, decimals);
    case "date":
      return writeValue(dayOf(value, flow), as, copy.locale, flow.currency);
    case "money":
    case "text":
      return writeValue(value, as, copy.locale, flow.currency);
    case "phone":
      return writePhone(String(value), copy.locale);
    case "option":
      return writeOptions(value, (choice) => optionLabel(choice, options, copy), copy.locale);
    case "list":
      return writeList(value, copy.locale);
  }
}

/** The day of an instant, in the zone of the flow; any other value as it is. */
export function dayOf(value: Json, { definition }: Pick<CompiledVariant, "definition">): Json {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) && isInstant(value)
    ? dayIn(new Date(value).toISOString(), definition.zone)
    : value;
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** The label of a choice; choices with a hint or price have it one level deeper. */
export function optionLabel(choice: Json, options: string, copy: RenderContext["copy"]): string {
  const key = `${options}.${String(choice)}`;
  return copy.text(key) ?? copy.text(`${key}.label`) ?? String(choice);
}

/** Masks a secret: its last four characters behind dots, or dots alone. */
export function maskSecret(value: Json | undefined, mask: "last4" | "all"): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return mask === "last4" && text.length > 4 ? `${MASK} ${text.slice(-4)}` : MASK;
}
