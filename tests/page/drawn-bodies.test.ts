import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import { writeView } from "../../engine/render/write-view.ts";
import {
  DrawnBodies,
  type DrawnBody,
  type DrawnPage,
} from "../../server/application/page/drawn-bodies.ts";
import { ValidatorModules } from "../../server/application/page/validator-module.ts";
import { PROJECT, shippedLibrary } from "../definitions.ts";
import { renderShown, appearancesOf, shownScreensOf } from "../browser/sweep/shown-screens.ts";

const library = await shippedLibrary();
const validators = new ValidatorModules();
const { drawBody } = (await import(
  /* @vite-ignore */ pathToFileURL(join(PROJECT, "dist/web/server/entry-server.js")).href
)) as {
  drawBody(page: DrawnPage & { readonly validatorCode: string | undefined }): DrawnBody;
};

const draw = (page: DrawnPage) => {
  const hash = /\/([0-9a-f]+)\.mjs$/.exec(page.view.form?.validator ?? "")?.[1];
  return drawBody({
    ...page,
    validatorCode: hash === undefined ? undefined : validators.codeOf(hash),
  });
};

/** The view of another application: every id and the revision are its own. */
function another({ session: _, ...view }: ScreenView): DrawnPage {
  const ids = new Map<string, string>();
  const text = JSON.stringify(view).replaceAll(
    /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => {
      const own = ids.get(id) ?? randomUUID();
      ids.set(id, own);
      return own;
    },
  );
  const revision = Math.floor(Math.random() * 1000);
  return {
    view: { ...(JSON.parse(text) as ScreenView), revision, words: view.words },
    key: randomUUID(),
    nonce: randomUUID(),
  };
}

it.each([...library.flows.values()].map((flow) => [flow.id, flow] as const))(
  "every screen of %s is drawn for the third application as it would be by itself",
  (_, flow) => {
    const seen = new Set<string>();
    for (const shown of shownScreensOf(flow)) {
      const [appearance] = appearancesOf(shown);
      if (appearance === undefined || seen.has(shown.screen)) continue;
      seen.add(shown.screen);
      const view = renderShown(shown, appearance, library.words(appearance.locale), validators);
      if (view === undefined) continue;
      const bodies = new DrawnBodies(draw);
      for (let application = 0; application < 3; application++) {
        const page = another(view);
        const { body, styles } = bodies.of(writeView(page.view), page);
        const drawn = { body: body.join(""), styles: styles.join("") };
        expect(drawn, shown.screen).toEqual(draw(page));
      }
    }
    expect(seen.size).toBeGreaterThan(3);
  },
  120_000,
);
