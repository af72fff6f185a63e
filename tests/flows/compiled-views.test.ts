import { describe, expect, it } from "vitest";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { CopyBook } from "../../engine/copy/copy-book.ts";
import { renderScreen } from "../../engine/render/render-screen.ts";
import {
  resolveShown,
  appearancesOf,
  shownScreensByName,
  type ResolvedShown,
} from "../browser/sweep/shown-screens.ts";
import { shippedLibrary } from "../definitions.ts";

const library = await shippedLibrary();

/**
 * The same book with every text through i18next itself: an option of its own among the parameters
 * does it.
 */
function byI18next(book: CopyBook): CopyBook {
  return { ...book, text: (key, parameters) => book.text(key, { ...parameters, ordinal: false }) };
}

/** Draws a shown screen with texts of the compiled book, or with those of i18next. */
function draw({ flow, state, resolution, drawing }: ResolvedShown, copy: CompiledVariant["copy"]) {
  return JSON.stringify(
    renderScreen({ ...flow, copy }, state, resolution, {
      ...drawing,
      revision: 1,
      version: "test",
      words: library.words(drawing.context.locale),
      validatorUrl: () => "/validators/x.mjs",
    }),
  );
}

describe("renderScreen() with compiled texts", () => {
  it.each(shownScreensByName(library.flows.values()))(
    "writes $name as i18next does, in every variant and language",
    ({ shownScreens }) => {
      const seen = new Set<string>();
      for (const shown of shownScreens)
        for (const appearance of appearancesOf(shown)) {
          const resolved = resolveShown(shown, appearance);
          if (resolved === undefined) continue;
          const { copy } = resolved.flow;
          const view = draw(resolved, copy);
          if (seen.has(view)) continue;
          seen.add(view);
          expect(view).toBe(draw(resolved, (locale) => byI18next(copy(locale))));
        }
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});
