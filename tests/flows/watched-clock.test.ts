import { describe, expect, it } from "vitest";
import { renderScreen } from "../../engine/render/render-screen.ts";
import type { InputContext } from "../../engine/transition/input.ts";
import { resolveScreen } from "../../engine/transition/resolve-screen.ts";
import { watchClock } from "../../engine/transition/watch-clock.ts";
import { faceScene, facesOf, scenesByScreen, type FacedScene } from "../browser/sweep/scenes.ts";
import { shippedLibrary } from "../definitions.ts";

const library = await shippedLibrary();

/** Resolves and draws the page of a scene as a visitor with this context gets it. */
function answer({ flow, state, resolution, drawing }: FacedScene, context: InputContext): string {
  const { query } = drawing;
  const resolved = resolveScreen(flow, state, { path: resolution.path, query, context });
  const page = resolved.kind === "screen" ? resolved : resolution;
  const { facts: _, ...rest } = { facts: undefined, ...drawing };
  const view = renderScreen(flow, state, page, {
    ...rest,
    context,
    revision: 1,
    version: "test",
    words: library.words(context.locale),
    validatorUrl: () => "/validators/x.mjs",
  });
  return JSON.stringify([resolved, view]);
}

/** Distances in time between two requests: to the next second, day, month and decade, and back. */
const LATER_MS = [1000, 86_400_000, 31 * 86_400_000, 3653 * 86_400_000, -400 * 86_400_000];

function later(context: InputContext, ms: number): InputContext {
  return {
    ...context,
    now: new Date(Date.parse(context.now) + ms).toISOString(),
    uuids: context.uuids.map((uuid) => uuid.replaceAll(/[0-9a-f]/g, "7")),
  };
}

describe("watchClock()", () => {
  let still = 0;

  it.each(scenesByScreen(library.flows.values()))(
    "notes on $name each view that another time would change, and changes none",
    ({ scenes }) => {
      for (const scene of scenes)
        for (const face of facesOf(scene)) {
          const faced = faceScene(scene, face);
          if (faced === undefined) continue;
          const { context } = faced.drawing;
          const watch = { wasRead: false };
          const view = answer(faced, watchClock(context, watch));
          expect(view).toBe(answer(faced, context));
          if (watch.wasRead) continue;
          still++;
          for (const ms of LATER_MS) expect(answer(faced, later(context, ms))).toBe(view);
        }
    },
  );

  it("finds views that no time changes", () => {
    expect(still).toBeGreaterThan(0);
  });
});
