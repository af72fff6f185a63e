import { writeValue } from "../../engine/copy/write-value.ts";
import { liveValues, type LiveRules } from "../../engine/live/live-rules.ts";
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
          items.flatMap(({ item: { label, as, none, total, picture }, value }) => {
            const text = writeValue(value, as, locale, live.currency) || (none ?? "");
            return text === "" ? [] : [{ label, value: text, total, picture }];
          }),
        ]),
      ),
    };
  };
}
