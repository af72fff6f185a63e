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

/** A screen that a step of a fixture shows. */
export interface ShownScreen {
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

/** A portal and a reseller, in one language. */
export interface Appearance {
  readonly portal?: string;
  readonly reseller?: string;
  readonly locale: string;
}

const played = new WeakMap<CompiledFlow, readonly ShownScreen[]>();

/** Every screen that a step of a fixture of the flow shows; the fixtures run once. */
export function shownScreensOf(flow: CompiledFlow): readonly ShownScreen[] {
  const shownScreens = played.get(flow) ?? playFixtures(flow);
  played.set(flow, shownScreens);
  return shownScreens;
}

/** Shown screens of all flows, by name; screens without any are left out. */
export function shownScreensByName(
  flows: Iterable<CompiledFlow>,
  wanted: (shown: ShownScreen) => boolean = () => true,
): readonly { readonly name: string; readonly shownScreens: readonly ShownScreen[] }[] {
  return [...flows].flatMap((flow) => {
    const shownScreens = shownScreensOf(flow).filter(wanted);
    return [...new Set(shownScreens.map(({ screen }) => screen))].toSorted().map((screen) => ({
      name: `${flow.definition.flow}/${screen}`,
      shownScreens: shownScreens.filter((shown) => shown.screen === screen),
    }));
  });
}

function playFixtures(flow: CompiledFlow): readonly ShownScreen[] {
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

/**
 * Every appearance in a market: its portals, with and without a reseller, in each of its languages.
 */
export function appearancesOf({ flow, context: { variant } }: ShownScreen): Appearance[] {
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

/** A shown screen, resolved for one appearance. */
export interface ResolvedShown {
  readonly flow: CompiledVariant;
  readonly state: ApplicationState;
  readonly resolution: ResolvedScreen;
  readonly drawing: Pick<RenderOptions, "context" | "query" | "notices" | "problems">;
}

/** Resolves a shown screen for an appearance; undefined where that one gets another screen. */
export function resolveShown(
  shown: ShownScreen,
  appearance: Appearance,
): ResolvedShown | undefined {
  const { query, state, notices, problems } = shown;
  const flow = compiledFor(shown, appearance);
  if (flow === undefined) return undefined;
  const context: InputContext = {
    ...shown.context,
    variant: flow.variant,
    locale: appearance.locale,
  };
  const bare = shown.path.replace(/^\/r\/[^/]+/, "");
  const path = appearance.reseller === undefined ? bare : `/r/${appearance.reseller}${bare}`;
  const resolution = resolveScreen(flow, state, { path, query, context });
  return resolution.kind === "screen" && resolution.screen === shown.screen
    ? { flow, state, resolution, drawing: { context, query, notices, problems } }
    : undefined;
}

/**
 * A step's screen as view, in the first appearance of its flow.
 *
 * @param wordsOf the renderer's copy of a locale
 */
export function renderFirst(
  shown: ShownScreen,
  wordsOf: (locale: string) => Readonly<Record<string, string>>,
  validators: ValidatorModules,
): ScreenView | undefined {
  const [appearance] = appearancesOf(shown);
  return appearance === undefined
    ? undefined
    : renderShown(shown, appearance, wordsOf(appearance.locale), validators);
}

/** Draws a shown screen for an appearance; undefined where that one gets another screen. */
export function renderShown(
  shown: ShownScreen,
  appearance: Appearance,
  words: Readonly<Record<string, string>>,
  validators: ValidatorModules,
): ScreenView | undefined {
  const resolved = resolveShown(shown, appearance);
  return resolved === undefined
    ? undefined
    : renderScreen(resolved.flow, resolved.state, resolved.resolution, {
        ...resolved.drawing,
        revision: 1,
        version: "sweep",
        words,
        validatorUrl: (schema) => validators.urlOf(schema),
      });
}

/** Variants with the settings and switches of fixtures: most fixtures share theirs. */
const configured = new WeakMap<CompiledFlow, Map<string, CompiledVariant>>();

/**
 * The variant of an appearance, with the settings and switches of its fixture; undefined where the
 * flow has none.
 */
function compiledFor(
  { flow, fixture, context }: ShownScreen,
  appearance: Appearance,
): CompiledVariant | undefined {
  const { environment, market } = context.variant;
  const { locale: _, ...seen } = appearance;
  const known = flow.variants.some(
    (each) =>
      each.portal === appearance.portal &&
      each.market === market &&
      each.reseller === appearance.reseller,
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
 * The structure of a page without its words: pages of one shape look alike, and one of them is
 * checked.
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
