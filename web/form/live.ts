import { writeValue } from "../../engine/copy/write-value.ts";
import { liveValues, type LiveItem, type LiveRules } from "../../engine/live/live-rules.ts";
import { writeList, writeOptions } from "../../engine/copy/write-options.ts";
import { writePhone } from "../../engine/copy/write-phone.ts";
import type { Json } from "../../engine/language/json.ts";
import type { LiveShown } from "../store/screen-state.ts";
import type { KnownAnswers } from "./form-data.ts";

/**
 * Compiles live rules into a function from answers, as they would be saved, to the values that the
 * server would draw after saving.
 */
export function liveShown(live: LiveRules, locale: string): (saved: KnownAnswers) => LiveShown {
  const valuesOf = liveValues(live);
  return (saved) => {
    const { computed, withheld, blocks, labels } = valuesOf(saved);
    return {
      computed,
      withheld,
      labels: Object.fromEntries(
        Object.entries(labels).map(([action, said]) => [
          action,
          said && { label: said.label, busy: said.busy },
        ]),
      ),
      blocks: Object.fromEntries(
        Object.entries(blocks).map(([block, items]) => [
          block,
          items.flatMap(({ item, value }) => {
            const { label, none, total, picture } = item;
            const text = writtenValue(value, item, locale, live.currency) || (none ?? "");
            return text === "" ? [] : [{ label, value: text, total, picture }];
          }),
        ]),
      ),
    };
  };
}

/** A value as the server writes it; see renderValue. */
function writtenValue(
  value: Json,
  { as, words = {} }: LiveItem,
  locale: string,
  currency: string | undefined,
): string {
  if (value === null || value === "") return "";
  if (as === "option")
    return writeOptions(value, (choice) => words[String(choice)] ?? String(choice), locale);
  if (as === "list") return writeList(value, locale);
  return as === "phone"
    ? writePhone(String(value), locale)
    : writeValue(value, as, locale, currency);
}
