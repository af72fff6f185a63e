import { writeValue } from "../../engine/copy/write-value.ts";
import { liveValues, type LiveRules } from "../../engine/live/live-rules.ts";
import type { LiveShown } from "../store/screen-state.ts";
import type { KnownAnswers } from "./form-data.ts";

/** Makes a function from what is typed to what is shown, as the server would draw it once it is saved. */
export function liveShown(live: LiveRules, locale: string): (typed: KnownAnswers) => LiveShown {
  const valuesOf = liveValues(live);
  return (typed) => {
    const { computed, away, blocks } = valuesOf(typed);
    return {
      computed,
      away,
      blocks: Object.fromEntries(
        Object.entries(blocks).map(([block, items]) => [
          block,
          items.flatMap(({ item: { label, as, none, picture }, value }) => {
            const text = writeValue(value, as, locale, live.currency) || (none ?? "");
            return text === "" ? [] : [{ label, value: text, picture }];
          }),
        ]),
      ),
    };
  };
}
