import { writeValue } from "../../engine/copy/write-value.ts";
import type { Json } from "../../engine/language/json.ts";
import { liveValues, type LiveRules } from "../../engine/live/live-rules.ts";
import type { KnownAnswers } from "./form-data.ts";

/** What the parts of a page that follow what is typed show now. */
export interface LiveShown {
  /** Values of hidden fields. */
  readonly computed: Readonly<Record<string, Json>>;
  /** Choices that are not offered, by field. */
  readonly away: Readonly<Record<string, readonly string[]>>;
  /** Lines by block. */
  readonly blocks: Readonly<
    Record<
      string,
      readonly { readonly label: string; readonly value: string; readonly picture?: string }[]
    >
  >;
}

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
            return text === ""
              ? []
              : [{ label, value: text, ...(picture === undefined ? {} : { picture }) }];
          }),
        ]),
      ),
    };
  };
}
