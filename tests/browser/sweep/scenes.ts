import { localesOf } from "../../../engine/language/axes.ts";
import type { Notice } from "../../../engine/transition/answer.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import type { ApplicationState } from "../../../engine/transition/state.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import type { FixtureDefinition } from "../../../engine/language/fixture.ts";
import { renderScreen, type RenderOptions } from "../../../engine/render/render-screen.ts";
import type { ScreenView } from "../../../engine/render/view.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import type { ResolvedScreen } from "../../../engine/transition/resolution.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import type { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import type { FieldProblem } from "../../../engine/validate/field-problem.ts";

/** A moment of a fixture's journey at which a screen is shown. */
export interface Scene {
  readonly flow: CompiledFlow;
  readonly screen: string;
  readonly fixture: FixtureDefinition;
  readonly step: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly state: ApplicationState;
  readonly context: InputContext;
  readonly notices: readonly Notice[];
  readonly problems: readonly FieldProblem[];
}

/** Who sees a scene: the face and the language. */
export interface Face {
  readonly portal?: string;
  readonly reseller?: string;
  readonly locale: string;
}

const played = new WeakMap<CompiledFlow, readonly Scene[]>();

/** Every moment at which a fixture of the flow shows a screen; the fixtures are played once. */
export function scenesOf(flow: CompiledFlow): readonly Scene[] {
  const scenes = played.get(flow) ?? playedScenes(flow);
  played.set(flow, scenes);
  return scenes;
}

/** Screens of all flows, by name, with the moments that are of interest; those that have none are left out. */
export function scenesByScreen(
  flows: Iterable<CompiledFlow>,
  wanted: (scene: Scene) => boolean = () => true,
): readonly { readonly name: string; readonly scenes: readonly Scene[] }[] {
  return [...flows].flatMap((flow) => {
    const scenes = scenesOf(flow).filter(wanted);
    return [...new Set(scenes.map(({ screen }) => screen))].toSorted().map((screen) => ({
      name: `${flow.definition.flow}/${screen}`,
      scenes: scenes.filter((scene) => scene.screen === screen),
    }));
  });
}

function playedScenes(flow: CompiledFlow): readonly Scene[] {
  return flow.fixtures.flatMap((fixture) =>
    runFixture(flow, fixture).steps.flatMap(
      ({ screen, path, query, state, context, shown, problems }, step) =>
        screen === undefined
          ? []
          : [
              {
                flow,
                screen,
                fixture,
                step: step + 1,
                path,
                query,
                state,
                context,
                notices: shown,
                problems,
              },
            ],
    ),
  );
}

/** Every face that a scene's market has: portals, with and without a reseller, in each of its languages. */
export function facesOf({ flow, context: { variant } }: Scene): Face[] {
  const portals = Object.keys(flow.definition.axes?.["portal"]?.values ?? { "": {} });
  const resellers = [
    undefined,
    ...new Set(flow.variants.flatMap(({ reseller }) => reseller ?? [])),
  ];
  const locales = localesOf(flow.definition, variant);
  return locales.flatMap((locale) =>
    portals.flatMap((portal) =>
      resellers.map((reseller) => ({
        locale,
        ...(portal === "" ? {} : { portal }),
        ...(reseller === undefined ? {} : { reseller }),
      })),
    ),
  );
}

/** A scene with the face of one visitor. */
export interface FacedScene {
  readonly flow: CompiledVariant;
  readonly state: ApplicationState;
  readonly resolution: ResolvedScreen;
  readonly drawing: Pick<RenderOptions, "context" | "query" | "notices" | "problems">;
}

/** A scene with a face; undefined where that face would not be on this screen in that state. */
export function faceScene(scene: Scene, face: Face): FacedScene | undefined {
  const { query, state, notices, problems } = scene;
  const flow = compiledFor(scene, face);
  if (flow === undefined) return undefined;
  const context: InputContext = { ...scene.context, variant: flow.variant, locale: face.locale };
  const bare = scene.path.replace(/^\/r\/[^/]+/, "");
  const path = face.reseller === undefined ? bare : `/r/${face.reseller}${bare}`;
  const resolution = resolveScreen(flow, state, { path, query, context });
  return resolution.kind === "screen" && resolution.screen === scene.screen
    ? { flow, state, resolution, drawing: { context, query, notices, problems } }
    : undefined;
}

/** Draws a scene with a face; undefined where that face would not be on this screen in that state. */
export function drawScene(
  scene: Scene,
  face: Face,
  words: Readonly<Record<string, string>>,
  validators: ValidatorModules,
): ScreenView | undefined {
  const faced = faceScene(scene, face);
  return faced === undefined
    ? undefined
    : renderScreen(faced.flow, faced.state, faced.resolution, {
        ...faced.drawing,
        revision: 1,
        version: "sweep",
        words,
        validatorUrl: (schema) => validators.urlOf(schema),
      });
}

/** Variants with the settings and switches of fixtures: most fixtures share theirs. */
const configured = new WeakMap<CompiledFlow, Map<string, CompiledVariant>>();

/** The variant of a face, with the settings and switches of the scene's fixture; undefined where the flow has none. */
function compiledFor({ flow, fixture, context }: Scene, face: Face): CompiledVariant | undefined {
  const { environment, market } = context.variant;
  const { locale: _, ...seen } = face;
  const known = flow.variants.some(
    (each) =>
      each.portal === face.portal && each.market === market && each.reseller === face.reseller,
  );
  if (!known) return undefined;
  const variant = { environment, ...(market === undefined ? {} : { market }), ...seen };
  const { config, flags } = fixture.given;
  if (config === undefined && flags === undefined) return flow.variant(variant);
  const all = configured.get(flow) ?? new Map<string, CompiledVariant>();
  configured.set(flow, all);
  const key = JSON.stringify([variant, config, flags]);
  const compiled = all.get(key) ?? flow.variantWith(variant, config ?? {}, flags);
  all.set(key, compiled);
  return compiled;
}

/**
 * What a page is made of, whatever the words: two scenes of one shape look alike, so one of them will do.
 */
export function shapeOf(view: ScreenView): string {
  const form = view.form === undefined ? "" : Object.keys(view.form.kept).join();
  return JSON.stringify([
    view.screen,
    view.blocks.map(({ kind, id }) => `${kind}:${id}`),
    view.list?.items.length === 0
      ? "empty"
      : view.list?.items.map(({ tone, actions }) => `${tone}${actions.length}`).slice(0, 3),
    form,
    view.actions.map(({ id }) => id),
    view.notices.map(({ tone }) => tone),
    (view.errors ?? []).length > 0,
  ]);
}
