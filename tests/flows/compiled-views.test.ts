import { describe, expect, it } from "vitest";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { CopyBook } from "../../engine/copy/copy-book.ts";
import { renderScreen } from "../../engine/render/render-screen.ts";
import { resolveScreen } from "../../engine/transition/resolve-screen.ts";
import { facesOf, scenesByScreen, type Face, type Scene } from "../browser/sweep/scenes.ts";
import { shippedLibrary } from "../definitions.ts";

const library = await shippedLibrary();

/** The same book with every text through i18next itself: an option of its own among the parameters does it. */
function byI18next(book: CopyBook): CopyBook {
  return { ...book, text: (key, parameters) => book.text(key, { ...parameters, ordinal: false }) };
}

function compiledFor({ flow, fixture, context }: Scene, face: Face): CompiledVariant | undefined {
  const { environment, market } = context.variant;
  const { locale: _, ...seen } = face;
  const known = flow.variants.some(
    ({ portal, market: of, reseller }) =>
      portal === face.portal && of === market && reseller === face.reseller,
  );
  const variant = { environment, market, ...seen };
  const { config, flags } = fixture.given;
  if (!known) return undefined;
  return config === undefined && flags === undefined
    ? flow.variant(variant)
    : flow.variantWith(variant, config ?? {}, flags);
}

/** The view of a scene with texts of the compiled book, and with those of i18next; undefined where a face has no such scene. */
function bothViews(scene: Scene, face: Face): readonly [string, string] | undefined {
  const flow = compiledFor(scene, face);
  if (flow === undefined) return undefined;
  const { query, state, notices, problems } = scene;
  const context = { ...scene.context, variant: flow.variant, locale: face.locale };
  const bare = scene.path.replace(/^\/r\/[^/]+/, "");
  const path = face.reseller === undefined ? bare : `/r/${face.reseller}${bare}`;
  const resolution = resolveScreen(flow, state, { path, query, context });
  if (resolution.kind !== "screen") return undefined;
  const options = {
    context,
    query,
    revision: 1,
    version: "test",
    words: library.words(face.locale),
    validatorUrl: () => "/validators/x.mjs",
    notices,
    problems,
  };
  const direct: CompiledVariant = { ...flow, copy: (locale) => byI18next(flow.copy(locale)) };
  return [
    JSON.stringify(renderScreen(flow, state, resolution, options)),
    JSON.stringify(renderScreen(direct, state, resolution, options)),
  ];
}

describe("renderScreen() with compiled texts", () => {
  it.each(scenesByScreen(library.flows.values()))(
    "says on $name what i18next says, in every variant and language",
    ({ scenes }) => {
      const seen = new Set<string>();
      for (const scene of scenes)
        for (const face of facesOf(scene)) {
          const views = bothViews(scene, face);
          if (views === undefined || seen.has(views[0])) continue;
          seen.add(views[0]);
          expect(views[0]).toBe(views[1]);
        }
      expect(seen.size).toBeGreaterThan(0);
    },
  );
});
