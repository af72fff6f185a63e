import type { ActionDefinition, BlockDefinition, ScreenDefinition } from "../language/screen.ts";
import { readPath } from "../rules/state-path.ts";
import { asList, isObject, type Json, type JsonObject } from "../language/json.ts";
import type {
  CompiledAction,
  CompiledBlock,
  CompiledList,
  CompiledScreen,
} from "./compiled-screen.ts";
import { pathPattern } from "./path-pattern.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/**
 * Compiles one screen of a variant; by the flow's `ids` its path distinguishes an id from another
 * word.
 */
export function compileScreen(
  id: string,
  definition: ScreenDefinition,
  ids: Readonly<Record<string, string>>,
  compiler: RuleCompiler,
): CompiledScreen {
  const at = `/screens/${id}`;
  return {
    id,
    definition,
    pattern: pathPattern(definition.path, ids),
    ...entryOfList(definition as unknown as JsonObject),
    copy: definition.copy ?? `screens.${id}`,
    formWhen: compiler.condition(definition.formWhen, `${at}/formWhen`),
    partsWhen: compiler.condition(definition.parts?.when, `${at}/parts/when`),
    titles: compileNamed(definition.titles, `${at}/titles`, compiler),
    with: compiler.templates(definition.with, `${at}/with`),
    allow: compiler.condition(definition.allow, `${at}/allow`),
    exists: compiler.condition(definition.exists, `${at}/exists`),
    done: compiler.condition(definition.done, `${at}/done`),
    skip: compiler.condition(definition.skip, `${at}/skip`),
    actions: compileActions(definition.actions, `${at}/actions`, compiler),
    blocks: (definition.blocks ?? []).map((block, index) =>
      compileBlock(block, `${at}/blocks/${index}`, compiler),
    ),
    list: compileList(definition, at, compiler),
    poll: compilePoll(definition, at, compiler),
  };
}

/** What the lowering of lists notes on the screens of entries. */
function entryOfList({ entryOf }: JsonObject): Pick<CompiledScreen, "entryOf"> {
  return typeof entryOf === "string" ? { entryOf } : {};
}

/** Texts of which the first stands whose rule holds. */
function compileNamed(
  named: ScreenDefinition["titles"] = [],
  at: string,
  compiler: RuleCompiler,
): CompiledScreen["titles"] {
  return named.flatMap(({ id, when: rule }, index) => {
    const when = compiler.condition(rule, `${at}/${index}/when`);
    return when === undefined ? [] : [{ id, when }];
  });
}

function compileActions(
  actions: Readonly<Record<string, ActionDefinition>> | undefined,
  at: string,
  compiler: RuleCompiler,
): ReadonlyMap<string, CompiledAction> {
  return new Map(
    Object.entries(actions ?? {}).map(([id, definition]) => {
      const here = `${at}/${id}`;
      const calls =
        definition.call === undefined
          ? []
          : typeof definition.call === "string"
            ? [definition.call]
            : definition.call;
      const action: CompiledAction = {
        id,
        definition,
        when: compiler.condition(definition.when, `${here}/when`),
        confirm: compiler.condition(definition.confirm, `${here}/confirm`),
        labels: compileNamed(definition.labels, `${here}/labels`, compiler),
        everyMs: compileCountdown(definition, here, compiler),
        set: compiler.sets(definition.set, `${here}/set`),
        calls,
        with: compiler.template(definition.with, `${here}/with`),
      };
      return [id, action] as const;
    }),
  );
}

/** How long an action is not offered again. */
function compileCountdown(
  { countdown }: ActionDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledAction["everyMs"] {
  if (countdown !== undefined) compiler.place(countdown.since, `${at}/countdown/since`);
  return compiler.rule(countdown?.everyMs, `${at}/countdown/everyMs`, ["number"]);
}

function compilePoll(
  { poll }: ScreenDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledScreen["poll"] {
  const everyMs = compiler.rule(poll?.everyMs, `${at}/poll/everyMs`, ["number"]);
  const untilMs = compiler.rule(poll?.untilMs, `${at}/poll/untilMs`, ["number"]);
  return poll === undefined || everyMs === undefined || untilMs === undefined
    ? undefined
    : { action: poll.action, everyMs, untilMs };
}

function compileBlock(
  definition: BlockDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledBlock {
  return {
    definition,
    when: compiler.condition(definition.when, `${at}/when`),
    of: compiler.rule(definition.of, `${at}/of`, ["list"]),
    until: compiler.rule(definition.until, `${at}/until`, ["text"]),
    href: compiler.rule(definition.href, `${at}/href`, ["text"]),
    src: compiler.rule(definition.src, `${at}/src`, ["text"]),
    with: compiler.templates(definition.with, `${at}/with`),
    items: (definition.items ?? []).map((item, index) => ({
      definition: item,
      when: compiler.condition(item.when, `${at}/items/${index}/when`),
      value: compiler.template(item.value, `${at}/items/${index}/value`),
      state: compiler.rule(item.state, `${at}/items/${index}/state`),
      at: compiler.rule(item.at, `${at}/items/${index}/at`, ["text"]),
      picture: compiler.rule(item.picture, `${at}/items/${index}/picture`),
    })),
    columns: (definition.columns ?? []).map((column, index) => ({
      definition: column,
      when: compiler.condition(column.when, `${at}/columns/${index}/when`),
    })),
    rows: (definition.rows ?? []).map((row, index) => ({
      definition: row,
      when: compiler.condition(row.when, `${at}/rows/${index}/when`),
      of: compiler.rule(row.of, `${at}/rows/${index}/of`, ["list"]),
      label: compiler.template(row.label, `${at}/rows/${index}/label`),
      cells: compiler.templates(row.cells, `${at}/rows/${index}/cells`),
    })),
  };
}

function compileList(
  { list }: ScreenDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledList | undefined {
  if (list === undefined) return undefined;
  const title = compiler.template(list.title, `${at}/list/title`);
  if (title === undefined) return undefined;
  const { of } = list;
  const rule = typeof of === "string" ? undefined : compiler.rule(of, `${at}/list/of`, ["list"]);
  return {
    definition: list,
    entries: (facts) =>
      things(typeof of === "string" ? readPath(facts, of) : rule?.evaluate(facts)),
    when: compiler.condition(list.when, `${at}/list/when`),
    title,
    subtitle: compiler.template(list.subtitle, `${at}/list/subtitle`),
    status: compiler.rule(list.status, `${at}/list/status`),
    tone: compiler.rule(list.tone, `${at}/list/tone`),
    min: compiler.rule(list.min, `${at}/list/min`, ["number"]),
    max: compiler.rule(list.max, `${at}/list/max`, ["number"]),
    actions: compileActions(list.actions, `${at}/list/actions`, compiler),
  };
}

/** The objects among the elements of a list. */
function things(value: Json | undefined): readonly JsonObject[] {
  return asList(value).filter((entry): entry is JsonObject => isObject(entry));
}
