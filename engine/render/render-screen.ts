import type { Notice } from "../transition/answer.ts";
import { basePath, pathOfScreen } from "../transition/destination.ts";
import { buildFacts, type Facts } from "../transition/facts.ts";
import type { InputContext } from "../transition/input.ts";
import { answerPaths } from "../transition/submission.ts";
import { withAnswers } from "../live/live-rules.ts";
import { readPath } from "../rules/state-path.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledScreen, CompiledVariant } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { flattenTexts } from "../copy/shell-words.ts";
import { textDirection } from "../copy/text-direction.ts";
import { observedDeclines } from "../analytics/analytics-events.ts";
import { permissionOf, permittedActions, type Permission } from "../transition/permission.ts";
import type { Resolution } from "../transition/resolution.ts";
import { renderActions } from "./render-action.ts";
import { renderBlocks } from "./render-blocks.ts";
import { renderBrand } from "./render-brand.ts";
import { renderForm, validatorOf } from "./render-form.ts";
import { renderLocales } from "./render-locales.ts";
import { renderProgress } from "./render-progress.ts";
import { renderValue } from "./render-value.ts";
import type { BlockView, ListView, NoticeView, ScreenView } from "./view.ts";
import type { FieldProblem } from "../validate/field-problem.ts";

/** What a screen is drawn with, beside the state. */
export interface RenderOptions {
  readonly context: InputContext;
  readonly query: { readonly [name: string]: string };
  readonly revision: number;
  /** Hash of the definitions. */
  readonly version: string;
  readonly notices?: readonly Notice[];
  readonly problems?: readonly FieldProblem[];
  /** What was typed and refused; shown again in place of what is stored. */
  readonly typed?: JsonObject;
  /** The renderer's own words in the locale. */
  readonly words: { readonly [key: string]: string };
  validatorUrl(schema: JsonObject): string;
}

/** Draws a screen as data: everything the page needs, in the applicant's language, with secrets masked. */
export function renderScreen(
  flow: CompiledVariant,
  state: ApplicationState,
  resolution: Extract<Resolution, { kind: "screen" }>,
  options: RenderOptions,
): ScreenView {
  const screen = flow.screens.get(resolution.screen);
  if (screen === undefined) throw new Error(`The flow has no screen "${resolution.screen}"`);
  const copy = flow.copy(options.context.locale);
  const facts = buildFacts(flow, state, options.context);
  facts["params"] = { ...resolution.params };
  facts["query"] = { ...options.query };
  facts["screen"] = screen.id;

  const asks = screen.formWhen?.test(facts) ?? true;
  const formOfFlow =
    screen.definition.form === undefined || !asks
      ? undefined
      : flow.forms.get(screen.definition.form);
  const drawn =
    formOfFlow === undefined
      ? undefined
      : renderForm(flow, screen, formOfFlow, facts, copy, options.typed, options.validatorUrl);
  const brand = renderBrand(flow, copy);
  const permission = permissionOf(flow, facts);
  const list = renderList(screen, facts, copy, flow.market.currency, permission);
  const progress = renderProgress(flow, screen, facts, options.words);
  const words = { ...options.words, ...ownWords(copy) };
  const intro = copy.text(`${screen.copy}.intro`, titleParameters(facts));
  const answered =
    formOfFlow === undefined || drawn === undefined
      ? undefined
      : withAnswers(facts, answerPaths(formOfFlow, screen, facts), drawn.data);
  const blocks = renderBlocks({
    flow,
    screen,
    facts,
    copy,
    brand,
    ...(answered === undefined ? {} : { answered }),
  });
  const errors = (options.problems ?? []).map(({ pointer, code, params }) => ({
    pointer,
    code,
    message: copy.text(code, params) ?? options.words[code] ?? code,
  }));
  return {
    flow: flow.definition.flow,
    version: options.version,
    screen: screen.id,
    kind: screen.definition.kind,
    path: resolution.path,
    revision: options.revision,
    locale: options.context.locale,
    dir: textDirection(options.context.locale),
    title: copy.text(titleKey(screen, facts), titleParameters(facts)) ?? screen.id,
    ...(intro === undefined ? {} : { intro }),
    ...(screen.definition.illustration === undefined
      ? {}
      : { illustration: screen.definition.illustration }),
    blocks,
    ...(list === undefined ? {} : { list }),
    ...(drawn === undefined ? {} : { form: drawn.form }),
    data: drawn?.data ?? {},
    actions: renderActions(
      permittedActions(screen.actions, screen, permission),
      screen.copy,
      facts,
      copy,
    ).filter(({ id }) => !isAway(id, screen, blocks)),
    ...(progress === undefined ? {} : { progress }),
    notices: (options.notices ?? [])
      .filter(({ pointer }) => pointer === undefined)
      .flatMap((notice, index) => renderNotice(notice, index, flow, facts, copy)),
    ...polled(screen, facts, permission),
    ...(facts["role"] === null && flow.unload?.when.test(facts) === true ? { unload: true } : {}),
    ...declined(flow, screen, facts),
    ...(errors.length === 0 ? {} : { errors }),
    because: resolution.because,
    brand,
    ...pageExtras(flow, facts),
    ...renderLocales(flow, facts, options.context.locale, options.revision, words),
    words,
    ...likelyNext(flow, screen, facts, copy, options.validatorUrl),
  };
}

/** Only of the visitor's own: nobody else is reported on. */
function declined(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
): Pick<ScreenView, "declines"> {
  const told = facts["role"] === null ? observedDeclines(flow, screen) : [];
  return told.length === 0 ? {} : { declines: told };
}

function pageExtras({ page }: CompiledVariant, facts: Facts): Pick<ScreenView, "page"> {
  const marks = [...page.marks].flatMap(([key, rule]) =>
    facts["role"] === null && rule.test(facts) ? [key] : [],
  );
  return page.scripts.length === 0 && marks.length === 0 && !page.dataLayer
    ? {}
    : { page: { scripts: page.scripts, marks, dataLayer: page.dataLayer } };
}

/** A page does not look more often than this, whatever the configuration says. */
const SOONEST_MS = 250;

/** A page looks by itself only while it may: an action that is not offered would be refused each time. */
function polled(
  screen: CompiledScreen,
  facts: Facts,
  permission: Permission,
): Pick<ScreenView, "poll"> {
  const { poll } = screen;
  if (
    poll === undefined ||
    !permission.does(screen, poll.action) ||
    screen.actions.get(poll.action)?.when?.test(facts) === false
  )
    return {};
  const everyMs = Math.max(SOONEST_MS, Number(poll.everyMs.evaluate(facts)));
  const untilMs = Number(poll.untilMs.evaluate(facts));
  return Number.isFinite(everyMs) && Number.isFinite(untilMs)
    ? { poll: { action: poll.action, everyMs, untilMs } }
    : {};
}

/** An action of a dialog that is not there now is not offered either. */
function isAway(action: string, screen: CompiledScreen, blocks: readonly BlockView[]): boolean {
  const belongs = screen.blocks.some(
    ({ definition }) =>
      definition.kind === "dialog" && definition.actions?.includes(action) === true,
  );
  return (
    belongs && !blocks.some((block) => block.kind === "dialog" && block.actions.includes(action))
  );
}

function renderList(
  screen: CompiledScreen,
  facts: Facts,
  copy: CopyBook,
  currency: string,
  permission: Permission,
): ListView | undefined {
  const { list } = screen;
  if (list === undefined) return undefined;
  // What could not be looked up is not told of as nothing.
  const unknown =
    screen.definition.load !== undefined &&
    screen.actions.get(screen.definition.load)?.when?.test(facts) === true;
  const empty = unknown ? undefined : copy.text(`${screen.copy}.empty`);
  const text = (value: Json | undefined) =>
    Array.isArray(value)
      ? value.filter((part) => typeof part === "string" && part !== "").join(" ")
      : typeof value === "string" || typeof value === "number"
        ? String(value)
        : "";
  const { as = "text" } = list.definition;
  const items = list.entries(facts).flatMap((entry) => {
    const own: Facts = { ...facts, item: entry };
    if (list.when !== undefined && !list.when.test(own)) return [];
    const id = String(entry["id"] ?? "");
    const subtitle = text(list.subtitle?.evaluate(own));
    const status = list.status?.evaluate(own);
    const tone = list.tone?.evaluate(own);
    return [
      {
        id,
        title:
          as === "text"
            ? text(list.title.evaluate(own))
            : renderValue(list.title.evaluate(own), as, copy, currency),
        ...(subtitle === "" ? {} : { subtitle }),
        ...(typeof status === "string"
          ? { status: copy.text(`${screen.copy}.status.${status}`) ?? status }
          : {}),
        ...(tone === "info" || tone === "success" || tone === "warning" || tone === "error"
          ? { tone }
          : {}),
        actions: renderActions(
          permittedActions(list.actions, screen, permission),
          screen.copy,
          own,
          copy,
          id,
        ),
      } satisfies ListView["items"][number],
    ];
  });
  return { items, ...(empty === undefined ? {} : { empty }) };
}

function renderNotice(
  notice: Notice,
  index: number,
  flow: CompiledVariant,
  facts: Facts,
  copy: CopyBook,
): NoticeView[] {
  const own = copy.text(notice.copy, notice.with) ?? notice.copy;
  const { defaultMessage } = flow.definition;
  const blank = defaultMessage === undefined ? own : (copy.text(defaultMessage) ?? own);
  const texts =
    notice.texts.length > 0 ? notice.texts.map((text) => (text === "" ? blank : text)) : [own];
  const toastMs = flow.noticeMs?.evaluate(facts);
  return texts.map((text, at) => ({
    id: `${notice.copy}-${index}-${at}`,
    tone: notice.tone,
    text,
    ...(typeof toastMs === "number" ? { toastMs } : {}),
    ...(notice.again === undefined || at < texts.length - 1 ? {} : { again: notice.again }),
  }));
}

function likelyNext(
  flow: CompiledVariant,
  screen: CompiledScreen,
  facts: Facts,
  copy: CopyBook,
  validatorUrl: RenderOptions["validatorUrl"],
): Pick<ScreenView, "likely" | "ahead"> {
  for (const sequence of flow.sequences.values()) {
    const at = sequence.indexOf(screen.id);
    const next = at < 0 ? undefined : sequence[at + 1];
    const path = next === undefined ? undefined : screenPath(flow, next, facts);
    if (next === undefined || path === undefined) continue;
    const ahead = flow.screens.get(next);
    const form = flow.forms.get(ahead?.definition.form ?? "");
    return {
      likely: [path],
      ahead:
        ahead === undefined || form === undefined
          ? []
          : [validatorOf(flow, ahead, form, copy, validatorUrl)],
    };
  }
  return { likely: [], ahead: [] };
}

function screenPath(flow: CompiledVariant, name: string, facts: Facts): string | undefined {
  const screen = flow.screens.get(name);
  return screen === undefined ? undefined : (pathOfScreen(flow, screen, facts) ?? basePath(flow));
}

/** Where the words of the title stand: those of the first title whose rule holds, else the screen's own. */
function titleKey(screen: CompiledScreen, facts: Facts): string {
  const own = screen.titles.find(({ when }) => when.test(facts));
  return own === undefined ? `${screen.copy}.title` : `${screen.copy}.titles.${own.id}`;
}

function titleParameters(facts: Facts): Readonly<Record<string, Json>> {
  const parameters = readPath(facts["config"], "copyParameters");
  return typeof parameters === "object" && parameters !== null && !Array.isArray(parameters)
    ? (parameters as JsonObject)
    : {};
}

const flatWords = new WeakMap<CopyBook, Readonly<Record<string, string>>>();

/** What a flow says in place of the renderer's own words: the texts under `shell` of its copy, by dotted key. */
function ownWords(copy: CopyBook): Readonly<Record<string, string>> {
  const known = flatWords.get(copy);
  if (known !== undefined) return known;
  const words: Record<string, string> = {};
  flattenTexts(copy.under("shell"), "", words);
  flatWords.set(copy, words);
  return words;
}
