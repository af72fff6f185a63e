import { describe, expect, it } from "vitest";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { CopyBook } from "../../engine/copy/copy-book.ts";
import { renderScreen } from "../../engine/render/render-screen.ts";
import { faceScene, facesOf, scenesByScreen, type FacedScene } from "../browser/sweep/scenes.ts";
import { shippedLibrary } from "../definitions.ts";

const library = await shippedLibrary();

/** The same book with every text through i18next itself: an option of its own among the parameters does it. */
function byI18next(book: CopyBook): CopyBook {
  return { ...book, text: (key, parameters) => book.text(key, { ...parameters, ordinal: false }) };
}

/** Draws a scene with texts of the compiled book, or with those of i18next. */
function draw({ flow, state, resolution, drawing }: FacedScene, copy: CompiledVariant["copy"]) {
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
  it.each(scenesByScreen(library.flows.values()))(
    "writes $name as i18next does, in every variant and language",
    ({ scenes }) => {
      const seen = new Set<string>();
      for (const scene of scenes)
        for (const face of facesOf(scene)) {
          const faced = faceScene(scene, face);
          if (faced === undefined) continue;
          const { copy } = faced.flow;
          const view = draw(faced, copy);
          if (seen.has(view)) continue;
          seen.add(view);
          expect(view).toBe(draw(faced, (locale) => byI18next(copy(locale))));
        }
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});
