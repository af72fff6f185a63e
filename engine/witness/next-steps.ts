import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledAction, CompiledScreen } from "../compile/compiled-screen.ts";
import type { FixtureStep } from "../language/fixture.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { formatDuration } from "../rules/duration.ts";
import type { PresentPage } from "../fixtures/journey.ts";
import { formOfPage } from "../transition/asked-parts.ts";
import { basePath, pathOfScreen } from "../transition/destination.ts";
import { layFacts, type Facts } from "../transition/facts.ts";
import { sendsWholeForm } from "../language/sends-whole-form.ts";
import { formAnswers } from "./form-answers.ts";
import type { RuleConstants } from "./rule-constants.ts";

/**
 * Steps that begin a journey: every address, with an invented id where it names an application, and
 * one that is unknown.
 */
export function firstSteps(flow: CompiledVariant): readonly FixtureStep[] {
  const base = basePath(flow);
  const { ids } = flow.definition;
  const invented = (name: string) => `${ids[name] ?? ""}1`;
  const screens = [...flow.screens.values()].filter(({ pattern }) => pattern.length !== undefined);
  const paths = screens
    .toSorted((a, b) => a.pattern.parameters.length - b.pattern.parameters.length)
    .flatMap(({ pattern: { parameters, fill } }) => {
      const path = fill(Object.fromEntries(parameters.map((name) => [name, invented(name)])));
      return path === undefined ? [] : [joinPath(base, path)];
    });
  const opened = [joinPath(base, "/"), ...paths, `${base}/no-such-page`];
  return [...new Set(opened)].map((open) => ({ open }));
}

/** A page on which a visitor may take steps. */
export interface VisitedPage {
  readonly flow: CompiledVariant;
  readonly page: PresentPage;
  readonly constants: RuleConstants;
  /** Answers that fixtures give to forms. */
  readonly answers: readonly JsonObject[];
  readonly actor?: FixtureStep["actor"];
}

/** The steps that lead on from a page. */
export interface NextSteps {
  readonly steps: readonly FixtureStep[];
  /** Fields of the page's form that refused, where it takes none of the answers; else empty. */
  readonly refusing: readonly string[];
}

/**
 * The steps that a visitor may take on a page: each action with every generated answer, and for
 * each running timer the wait for it.
 */
export function nextSteps(shown: VisitedPage): NextSteps {
  const { flow, page, actor } = shown;
  const { steps, refusing } = ownSteps(shown);
  if (actor === undefined) return { steps: [...steps, ...lanes(flow, page)], refusing };
  const { resolution } = page;
  const allowed = flow.roles
    .get(actor.role)
    ?.screens.get(resolution.kind === "screen" ? resolution.screen : "");
  return {
    steps: steps
      .filter(({ act }) => act === undefined || allowed?.has(act) === true)
      .map((step) => ({ ...step, actor })),
    refusing,
  };
}

/** Opens the part of each person who has one in the application: the first and the last of them. */
function lanes(flow: CompiledVariant, { state, facts }: PresentPage): readonly FixtureStep[] {
  return [...flow.roles].flatMap(([role, { definition, screens }]) => {
    const { resource } = definition;
    const first = [...screens.keys()].find(
      (id) => flow.screens.get(id)?.pattern.parameters.includes(resource ?? "") === true,
    );
    const screen = flow.screens.get(first ?? "");
    if (resource === undefined || screen === undefined) return [];
    const ids = idsIn(state);
    return [...new Set([ids[0], ids.at(-1)])].flatMap((id): FixtureStep[] => {
      if (id === undefined) return [];
      const open = pathOfScreen(flow, screen, facts, { params: { [resource]: id } });
      return open === undefined ? [] : [{ open, actor: { role, id } }];
    });
  });
}

/** Ids of the entries of the state's lists. */
function idsIn(state: Json): readonly string[] {
  if (Array.isArray(state))
    return (state as readonly Json[]).flatMap((entry) =>
      isObject(entry) && typeof entry["id"] === "string" ? [entry["id"]] : [],
    );
  return isObject(state) ? Object.values(state).flatMap(idsIn) : [];
}

function ownSteps(shown: VisitedPage): NextSteps {
  const { flow, page } = shown;
  const { resolution, waitMs } = page;
  const screen = resolution.kind === "screen" ? flow.screens.get(resolution.screen) : undefined;
  const { links } = page;
  const follows = links.map((follow): FixtureStep => ({ follow }));
  const waits = waitMs === undefined ? [] : [{ wait: formatDuration(Math.max(1, waitMs)) }];
  if (screen === undefined || resolution.kind !== "screen")
    return { steps: [...follows, ...waits], refusing: [] };
  const facts = layFacts(page.facts, { params: { ...resolution.params }, screen: screen.id });
  const { steps, refusing } = actionSteps(shown, screen, facts);
  return { steps: [...steps, ...listSteps(screen, facts), ...follows, ...waits], refusing };
}

/** Opens every screen whose address the state knows, and the present one without access. */
export function detours(flow: CompiledVariant, page: PresentPage): readonly FixtureStep[] {
  const base = basePath(flow);
  const opens = [...flow.screens.values()].flatMap((screen): FixtureStep[] => {
    const { pattern } = screen;
    const path = pathOfScreen(flow, screen, page.facts);
    if (path === undefined) return [];
    const named = pattern.parameters.every((name) => flow.parameters.has(name));
    return [{ open: named ? joinPath(base, pattern.text) : path }];
  });
  const { path } = page.address;
  return [
    ...opens,
    { open: path, access: "missing" },
    { open: path, access: "forbidden" },
    { open: path, signedIn: false },
  ];
}

function actionSteps(
  { flow, constants, answers: examples }: VisitedPage,
  screen: CompiledScreen,
  facts: Facts,
): NextSteps {
  const form = formOfPage(flow, screen, facts)?.form;
  const { answers, refusing } =
    form === undefined
      ? { answers: [{}], refusing: [] }
      : formAnswers({ flow, screen, form, facts, constants, examples });
  const offered = [...screen.actions.values()].filter((action) => isOffered(action, facts));
  const steps = offered.flatMap((action): FixtureStep[] => {
    if (form !== undefined && sendsWholeForm(action))
      return answers.map((data) => withData({ act: action.id }, data));
    const [plain = {}] = answers;
    const kept = action.definition.keep === true ? plain : {};
    return [withData({ act: action.id }, kept)];
  });
  return { steps, refusing };
}

/** The actions of a list's first and last entries. */
function listSteps({ list }: CompiledScreen, facts: Facts): readonly FixtureStep[] {
  if (list === undefined) return [];
  const entries = list.entries(facts);
  const chosen = [...new Set([entries[0], entries.at(-1)])];
  return chosen.flatMap((entry) => {
    const item = isObject(entry) ? entry["id"] : undefined;
    if (typeof item !== "string") return [];
    const own = layFacts(facts, { item: entry ?? null });
    return [...list.actions.values()]
      .filter((action) => isOffered(action, own))
      .map(({ id }) => ({ act: id, item }));
  });
}

function isOffered({ when }: CompiledAction, facts: Facts): boolean {
  return when?.test(facts) !== false;
}

function withData(step: FixtureStep, data: NonNullable<FixtureStep["data"]>): FixtureStep {
  return Object.keys(data).length === 0 ? step : { ...step, data };
}

function joinPath(base: string, path: string): string {
  return path === "/" && base !== "" ? base : `${base}${path}`;
}
