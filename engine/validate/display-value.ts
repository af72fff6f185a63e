import type { FieldSchema } from "../language/form.ts";
import type { Json } from "../language/json.ts";
import { writePhone } from "../copy/write-phone.ts";
import { writeDate } from "./checks/date.ts";
import { dateFormatOf, type CompiledFormat } from "./format.ts";

/** A stored value as it is typed: a day in the field's own format, a phone number in groups. */
export function displayValue(
  stored: Json,
  field: FieldSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
): Json {
  if (field["x-widget"] === "phone" && typeof stored === "string") return writePhone(stored, "en");
  const format = field.format === undefined ? undefined : formats.get(field.format)?.definition;
  const dateFormat = format?.store === "iso-date" ? dateFormatOf(format) : undefined;
  return typeof stored === "string" && dateFormat !== undefined
    ? (writeDate(stored, dateFormat) ?? stored)
    : stored;
}
