import { observedDeclines } from "../analytics/analytics-events.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { CompiledAction, CompiledBlock, CompiledScreen } from "../compile/compiled-screen.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import type { BlockDefinition, BlockKind } from "../language/screen.ts";
import { readPath } from "../rules/state-path.ts";
import { evaluateTemplates } from "../transition/evaluate-table.ts";
import type { Facts } from "../transition/facts.ts";
import { sendsWholeForm } from "../language/sends-whole-form.ts";
import type { ActionView, BlockView } from "./view.ts";
import { renderWords } from "./render-words.ts";
import { markFixed } from "./write-view.ts";
import { memoize } from "../language/memoize.ts";
import { privatePlaces } from "../compile/private-places.ts";

/** The constant parts of a screen in one variant and language. */
export interface PreparedScreen {
  /** The label of a link to change an answer, where the flow has none. */
  readonly change: string;
  /** The label of an action that leads to the next part of a form. */
  readonly continueWords: Pick<ActionView, "label" | "busy">;
  /** The label of an action that leads back to where answers are checked; {}: there is none. */
  readonly saveWords: Partial<Pick<ActionView, "label" | "busy">>;
  /** @param part the part of the form that the page asks */
  intro(facts: Facts, part?: string): string | undefined;
  /** The text of a name in `titles`, or of a part; without a name the screen's own title. */
  title(name: string | undefined, facts: Facts, part?: string): string;
  /**
   * The first title of those that has no personal value; undefined where the title itself has none.
   */
  documentTitle(name: string | undefined, facts: Facts, part?: string): string | undefined;
  action(action: CompiledAction): PreparedAction;
  /** A block without other dependencies, drawn once. */
  block(block: CompiledBlock, draw: () => BlockView | undefined): BlockView | undefined;
  /** Actions that are offered only while a block with them is drawn. */
  readonly inBlocks: ReadonlySet<string>;
  /** Those actions in blocks that are dialogs. */
  readonly inDialogs: ReadonlySet<string>;
  /** Actions whose declined confirmation is an analytics event. */
  readonly declines: readonly string[];
}

/** An action without the parts that depend on the applicant. */
export interface PreparedAction {
  readonly view: ActionView;
  readonly confirm: NonNullable<ActionView["confirm"]>;
}

/** The renderer's own copy, by key. */
type ShellWords = Readonly<Record<string, string>>;

/**
 * Prepared screens by copy book, which belongs to one variant and language, and by renderer's copy.
 */
const screensOf = memoize((_: CopyBook) =>
  memoize((_words: ShellWords) => new Map<string, PreparedScreen>()),
);

const NO_WORDS: ShellWords = {};

/**
 * Prepares the constant parts of a screen, at its first use in a variant and language.
 *
 * @param words the renderer's own copy, with labels of actions that the flow has none for
 */
export function prepareScreen(
  flow: CompiledVariant,
  screen: CompiledScreen,
  copy: CopyBook,
  words: ShellWords = NO_WORDS,
): PreparedScreen {
  const screens = screensOf(copy)(words);
  const known = screens.get(screen.id) ?? makeScreen(flow, screen, copy, words);
  screens.set(screen.id, known);
  return known;
}

function makeScreen(
  flow: CompiledVariant,
  screen: CompiledScreen,
  copy: CopyBook,
  words: ShellWords,
): PreparedScreen {
  const common = titleParameters(flow.config);
  /**
   * A text of the title or the intro, by key; one without parameters of its own is looked up once.
   */
  const read = (key: string, facts: Facts, parameters = screen.with) =>
    copy.text(key, { ...common, ...evaluateTemplates(parameters, { facts }) });
  const isPrivate = privatePlaces(flow);
  const impersonal = new Map(
    [...screen.with].filter(([, { reads }]) => !reads.some((place) => isPrivate(place))),
  );
  const constant = new Map<string, string | undefined>();
  const text = (key: string, facts: Facts): string | undefined => {
    if (screen.with.size > 0) return read(key, facts);
    if (!constant.has(key)) constant.set(key, read(key, facts));
    return constant.get(key);
  };
  const titleKeys = (name: string | undefined, part: string | undefined) => [
    ...(part === undefined ? [] : [`${screen.copy}.parts.${part}.title`]),
    `${screen.copy}.title${name === undefined ? "" : `s.${name}`}`,
    `${screen.copy}.title`,
  ];
  const own = renderWords(words, copy);
  const actions = new Map<CompiledAction, PreparedAction>();
  const blocks = new Map<CompiledBlock, BlockView | undefined>();
  return {
    change: own["change"] ?? "",
    continueWords: continueWordsOf(screen, copy, own),
    saveWords: saveWordsOf(own),
    intro: (facts, part) =>
      text(
        part === undefined ? `${screen.copy}.intro` : `${screen.copy}.parts.${part}.intro`,
        facts,
      ),
    title: (name, facts, part) =>
      titleKeys(name, part).flatMap((key) => text(key, facts) ?? [])[0] ?? screen.id,
    documentTitle(name, facts, part) {
      if (impersonal.size === screen.with.size) return undefined;
      const titles = titleKeys(name, part).flatMap((key) => {
        const title = read(key, facts);
        return title === undefined ? [] : [{ title, own: read(key, facts, impersonal) }];
      });
      const plain = titles.find(({ title, own }) => title === own);
      return plain === titles[0] ? undefined : (plain?.title ?? "");
    },
    action(action) {
      const known = actions.get(action) ?? makeAction(action, screen, copy, own);
      actions.set(action, known);
      return known;
    },
    block(block, draw) {
      if (!isFixedBlock(block)) return draw();
      const known = blocks.get(block);
      if (known !== undefined) return known;
      const view = draw();
      if (view !== undefined) blocks.set(block, markFixed(view));
      return view;
    },
    inBlocks: actionsIn(screen, ["dialog", "offer"]),
    inDialogs: actionsIn(screen, ["dialog"]),
    declines: markFixed(observedDeclines(flow, screen)),
  };
}

/** The words of Continue: the screen's own for `submit`, or the renderer's. */
function continueWordsOf(screen: CompiledScreen, copy: CopyBook, words: ShellWords) {
  const text = (part: string) =>
    copy.text(`${screen.copy}.actions.submit.${part}`) ?? words[`actions.submit.${part}`];
  return { label: text("label") ?? "submit", busy: text("busy") };
}

function saveWordsOf({ "actions.save.label": label, "actions.save.busy": busy }: ShellWords) {
  return label === undefined ? {} : { label, busy };
}

/** The actions that stand in blocks of some kinds. */
function actionsIn(
  { blocks }: CompiledScreen,
  kinds: readonly BlockDefinition["kind"][],
): ReadonlySet<string> {
  return new Set(
    blocks.flatMap(({ definition }) =>
      kinds.includes(definition.kind) ? (definition.actions ?? []) : [],
    ),
  );
}

function makeAction(
  { id, definition }: CompiledAction,
  screen: CompiledScreen,
  copy: CopyBook,
  words: ShellWords,
): PreparedAction {
  const key = `${screen.copy}.actions.${id}`;
  const text = (part: string) => copy.text(`${key}.${part}`) ?? words[`actions.${id}.${part}`];
  const busy = text("busy");
  const ask = (part: string) => copy.text(`${key}.confirm.${part}`) ?? "";
  return {
    view: markFixed({
      id,
      label: text("label") ?? id,
      style: definition.style ?? (id === "submit" ? "primary" : "secondary"),
      ...(definition.scriptless === true ? { scriptless: true as const } : {}),
      submitsForm: sendsWholeForm({ id, definition }) || definition.keep === true,
      ...(definition.keep === true ? { keeps: true as const } : {}),
      busy,
    }),
    confirm: { title: ask("title"), text: ask("text"), yes: ask("yes"), no: ask("no") },
  };
}

/** Whether a kind of block has values of its own beside the parameters of its texts. */
const HAS_VALUES: { readonly [Kind in BlockKind]: boolean } = {
  text: false,
  notice: false,
  steps: false,
  support: false,
  disclosure: false,
  offer: false,
  dialog: false,
  facts: true,
  summary: true,
  countdown: true,
  link: true,
  frame: true,
  table: true,
  timeline: true,
};

function isFixedBlock({ definition: { kind }, with: parameters, href }: CompiledBlock): boolean {
  return parameters.size === 0 && !HAS_VALUES[kind] && (kind !== "dialog" || href === undefined);
}

function titleParameters(config: JsonObject): Readonly<Record<string, Json>> {
  const parameters = readPath(config, "copyParameters");
  return asObject(parameters);
}
