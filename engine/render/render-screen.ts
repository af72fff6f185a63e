import type { Notice } from "../transition/answer.ts";
import { basePath, pathOfScreen, returnsToReview } from "../transition/destination.ts";
import { reasonText } from "../transition/reason.ts";
import type { Facts } from "../transition/facts.ts";
import { factsForVisitor } from "../transition/facts-for-visitor.ts";
import { pageFacts } from "../transition/page-facts.ts";
import type { InputContext } from "../transition/input.ts";
import { answerPaths } from "../transition/submission.ts";
import { withAnswers } from "../live/live-rules.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { pollInterval } from "../language/polling.ts";
import type { JsonObject } from "../language/json.ts";
import { textDirection } from "../copy/text-direction.ts";
import {
  addressOfPart,
  askedParts,
  formOfPage,
  type PartOfPage,
} from "../transition/asked-parts.ts";
import { permissionOf } from "../transition/permission.ts";
import type { Resolution } from "../transition/resolution.ts";
import { prepareScreen } from "./prepared-screen.ts";
import { renderAccount } from "./render-account.ts";
import { renderActions, withOneMain } from "./render-action.ts";
import { renderBrand } from "./render-brand.ts";
import type { RenderContext } from "./render-context.ts";
import { labelOf, pageSchemaOf } from "./prepare-form.ts";
import { renderForm } from "./render-form.ts";
import { actionsOfPart } from "./render-part.ts";
import { renderList } from "./render-list.ts";
import { renderLocales } from "./render-locales.ts";
import { renderNotices } from "./render-notices.ts";
import { renderProgress } from "./render-progress.ts";
import { renderRail } from "./render-rail.ts";
import { renderWords } from "./render-words.ts";
import type { BlockView, FormView, ScreenView } from "./view.ts";
import type { FieldProblem } from "../validate/field-problem.ts";
import { renderBlock, renderRepeated } from "./blocks/render-block.ts";

/** The options of a drawn screen, beside the state. */
export interface RenderOptions {
  readonly context: InputContext;
  readonly query: { readonly [name: string]: string };
  /** The facts of the page, where the caller has them. */
  readonly facts?: Facts;
  readonly revision: number;
  /** Hash of the definitions. */
  readonly version: string;
  readonly notices?: readonly Notice[];
  readonly problems?: readonly FieldProblem[];
  /** Refused data, shown again in place of the stored answers. */
  readonly typed?: JsonObject;
  /** Whether `typed` is a draft: it lacks the answers that were not changed. */
  readonly isDraft?: boolean;
  /** The renderer's own copy in the locale. */
  readonly words: { readonly [key: string]: string };
  validatorUrl(schema: JsonObject): string;
}

/**
 * Draws a screen as data: everything the page needs, in the applicant's language, with secrets
 * masked.
 */
export function renderScreen(
  flow: CompiledVariant,
  state: ApplicationState,
  resolution: Extract<Resolution, { kind: "screen" }>,
  options: RenderOptions,
): ScreenView {
  const context = contextOf(flow, state, resolution, options);
  const { screen, facts, copy, prepared } = context;
  const { locale } = options.context;
  const page = formOfPage(flow, screen, context.unmasked, resolution.part);
  const part = page?.part?.id;
  const drawn = page === undefined ? undefined : renderForm(context, page, options);
  const list = renderList(context);
  const returns = returnsToReview(flow, screen.id, facts);
  const rail = renderRail(context);
  const progress = renderProgress(context, rail, options.words);
  const words = renderWords(options.words, copy);
  const answered = () =>
    page === undefined || drawn === undefined
      ? facts
      : withAnswers(facts, answerPaths(page.form, screen, facts), drawn.saved());
  const blocks = renderBlocks(context, answered, part);
  const title = screen.titles.find(({ when }) => when.test(facts))?.id;
  const intro = prepared.intro(facts, part);
  return {
    flow: flow.definition.flow,
    version: options.version,
    screen: screen.id,
    kind: screen.definition.kind,
    path: resolution.path,
    ...(part === undefined ? {} : { part }),
    revision: options.revision,
    locale,
    dir: textDirection(locale),
    title: prepared.title(title, facts, part),
    documentTitle: prepared.documentTitle(title, facts, part),
    intro,
    illustration: screen.definition.illustration,
    blocks,
    list,
    form: drawn?.form,
    data: drawn?.data ?? {},
    actions: renderScreenActions(context, { answered, blocks, part: page?.part, returns }),
    progress,
    rail: rail && returns ? { ...rail, next: undefined } : rail,
    notices: renderNotices(options.notices ?? [], context),
    ...polled(context),
    ...(facts["role"] === null && flow.unload?.when.test(facts) === true ? { unload: true } : {}),
    // Only the visitor's own actions are reported.
    ...(facts["role"] === null && prepared.declines.length > 0
      ? { declines: prepared.declines }
      : {}),
    ...renderErrors(context, drawn?.form, options),
    ...renderAccount(context),
    because: reasonText(resolution.reason),
    brand: renderBrand(flow, copy),
    ...pageExtras(flow, facts),
    ...renderLocales(context, options.revision, words),
    words,
    ...likelyNext(context, page?.part, options.validatorUrl),
  };
}

/**
 * @returns beside the context its facts before they were masked: which form a page asks follows
 *   from them
 * @throws Error when the flow has no such screen
 */
function contextOf(
  flow: CompiledVariant,
  state: ApplicationState,
  resolution: Extract<Resolution, { kind: "screen" }>,
  options: RenderOptions,
): RenderContext & { readonly unmasked: Facts } {
  const screen = flow.screens.get(resolution.screen);
  if (screen === undefined) throw new Error(`The flow has no screen "${resolution.screen}"`);
  const copy = flow.copy(options.context.locale);
  const unmasked = options.facts ?? pageFacts(flow, state, resolution, options);
  const facts = factsForVisitor(flow, unmasked);
  const prepared = prepareScreen(flow, screen, copy, options.words);
  const permission = permissionOf(flow, facts);
  return { flow, screen, facts, unmasked, copy, permission, prepared };
}

/** The problems of the form, with their messages. */
function renderErrors(
  { copy }: RenderContext,
  form: FormView | undefined,
  { problems = [], words }: RenderOptions,
): Pick<ScreenView, "errors"> {
  if (problems.length === 0) return {};
  const errors = problems.map(({ pointer, code, params }) => ({
    pointer,
    code,
    message:
      copy.text(code, { label: labelOf(form?.ui[pointer.split("/")[1] ?? ""]), ...params }) ??
      words[code] ??
      code,
  }));
  return { errors };
}

/** The actions of a screen that stand outside of its blocks, one of them the main one. */
function renderScreenActions(
  context: RenderContext,
  {
    answered,
    blocks,
    part,
    returns,
  }: {
    readonly answered: () => Facts;
    readonly blocks: readonly BlockView[];
    readonly part: PartOfPage | undefined;
    /** The next screen is the one whose link to change an answer opened this one. */
    readonly returns: boolean;
  },
): ScreenView["actions"] {
  const { flow, screen, prepared } = context;
  const all = renderActions(screen.actions, context, undefined, answered);
  const shown = all
    .filter(({ id }) => !isAway(id, context, blocks))
    .map((view) => {
      const { to, then = "" } = screen.actions.get(view.id)?.definition ?? {};
      const rows = flow.tables.get(then)?.rows ?? [];
      const isNext = to === "next" || rows.some(({ definition }) => definition.to === "next");
      return returns && isNext ? { ...view, ...prepared.saveWords } : view;
    });
  return withOneMain(actionsOfPart(shown, part, context), prepared.inDialogs);
}

/** Scripts, marks and the data layer of the page. */
function pageExtras({ page }: CompiledVariant, facts: Facts): Pick<ScreenView, "page"> {
  const marks = [...page.marks].flatMap(([key, rule]) =>
    facts["role"] === null && rule.test(facts) ? [key] : [],
  );
  return page.scripts.length === 0 && marks.length === 0 && !page.dataLayer
    ? {}
    : { page: { scripts: page.scripts, marks, dataLayer: page.dataLayer } };
}

/** Polling of a page, while its action is offered: otherwise each poll would be refused. */
function polled({ screen, facts, permission }: RenderContext): Pick<ScreenView, "poll"> {
  const { poll } = screen;
  if (
    poll === undefined ||
    !permission.does(screen, poll.action) ||
    screen.actions.get(poll.action)?.when?.test(facts) === false
  )
    return {};
  const everyMs = pollInterval(Number(poll.everyMs.evaluate(facts)));
  const untilMs = Number(poll.untilMs.evaluate(facts));
  return Number.isFinite(everyMs) && Number.isFinite(untilMs)
    ? { poll: { action: poll.action, everyMs, untilMs } }
    : {};
}

/** Whether an action belongs to blocks of which none is drawn now. */
function isAway(
  action: string,
  { prepared }: RenderContext,
  blocks: readonly BlockView[],
): boolean {
  return (
    prepared.inBlocks.has(action) &&
    !blocks.some((block) => "actions" in block && block.actions.includes(action))
  );
}

/** The page that most likely follows: the next part of the form, or the next screen. */
function likelyNext(
  { flow, screen, facts, copy }: RenderContext,
  part: PartOfPage | undefined,
  validatorUrl: RenderOptions["validatorUrl"],
): Pick<ScreenView, "likely" | "ahead"> {
  const following = part?.parts[part.at + 1];
  if (following !== undefined) {
    const { id, form } = following;
    const path = pathOfScreen(flow, screen, facts) ?? basePath(flow);
    const schema = pageSchemaOf({ flow, screen, form, part: id, copy });
    return { likely: [addressOfPart(path, id)], ahead: [validatorUrl(schema)] };
  }
  for (const sequence of flow.sequences.values()) {
    const at = sequence.indexOf(screen.id);
    const next = at < 0 ? undefined : flow.screens.get(sequence[at + 1] ?? "");
    if (next === undefined) continue;
    const [first] = askedParts(flow, next, facts) ?? [];
    const form = first?.form ?? flow.forms.get(next.definition.form ?? "");
    const source = { flow, screen: next, part: first?.id, copy };
    return {
      likely: [pathOfScreen(flow, next, facts) ?? basePath(flow)],
      ahead: form === undefined ? [] : [validatorUrl(pageSchemaOf({ ...source, form }))],
    };
  }
  return { likely: [], ahead: [] };
}

/**
 * Draws the blocks of a screen whose `when` holds, and of those the ones of the page's part.
 *
 * @param part the part of the form that the page asks
 * @param answered the facts with the form's present values over them, for live blocks
 */
function renderBlocks(context: RenderContext, answered: () => Facts, part?: string): BlockView[] {
  let live: RenderContext | undefined;
  return context.screen.blocks.flatMap((block) => {
    const { part: own = part } = block.definition;
    if (part !== undefined && own !== part) return [];
    if (block.of !== undefined) return renderRepeated(block, context);
    if (block.when !== undefined && !block.when.test(context.facts)) return [];
    const from =
      block.definition.live === true ? (live ??= { ...context, facts: answered() }) : context;
    return context.prepared.block(block, () => renderBlock(block, from)) ?? [];
  });
}
