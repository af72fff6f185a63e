import type { ActionDefinition, BlockDefinition, ScreenDefinition } from "../language/screen.ts";
import { readPath } from "../rules/state-path.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import type {
  CompiledAction,
  CompiledBlock,
  CompiledList,
  CompiledScreen,
} from "./compiled-variant.ts";
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
  workshop: RuleCompiler,
): CompiledScreen {
  const at = `/screens/${id}`;
  return {
    id,
    definition,
    pattern: pathPattern(definition.path, ids),
    copy: definition.copy ?? `screens.${id}`,
    formWhen: workshop.condition(definition.formWhen, `${at}/formWhen`),
    titles: (definition.titles ?? []).flatMap((title, index) => {
      const when = workshop.condition(title.when, `${at}/titles/${index}/when`);
      return when === undefined ? [] : [{ id: title.id, when }];
    }),
    allow: workshop.condition(definition.allow, `${at}/allow`),
    exists: workshop.condition(definition.exists, `${at}/exists`),
    done: workshop.condition(definition.done, `${at}/done`),
    skip: workshop.condition(definition.skip, `${at}/skip`),
    actions: compileActions(definition.actions, `${at}/actions`, workshop),
    blocks: (definition.blocks ?? []).map((block, index) =>
      compileBlock(block, `${at}/blocks/${index}`, workshop),
    ),
    list: compileList(definition, at, workshop),
    poll: compilePoll(definition, at, workshop),
  };
}

function compileActions(
  actions: Readonly<Record<string, ActionDefinition>> | undefined,
  at: string,
  workshop: RuleCompiler,
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
        when: workshop.condition(definition.when, `${here}/when`),
        confirm: workshop.condition(definition.confirm, `${here}/confirm`),
        everyMs: workshop.rule(definition.countdown?.everyMs, `${here}/countdown/everyMs`, [
          "number",
        ]),
        set: workshop.sets(definition.set, `${here}/set`),
        calls,
        with: workshop.template(definition.with, `${here}/with`),
      };
      return [id, action] as const;
    }),
  );
}

function compilePoll(
  { poll }: ScreenDefinition,
  at: string,
  workshop: RuleCompiler,
): CompiledScreen["poll"] {
  const everyMs = workshop.rule(poll?.everyMs, `${at}/poll/everyMs`, ["number"]);
  const untilMs = workshop.rule(poll?.untilMs, `${at}/poll/untilMs`, ["number"]);
  return poll === undefined || everyMs === undefined || untilMs === undefined
    ? undefined
    : { action: poll.action, everyMs, untilMs };
}

function compileBlock(
  definition: BlockDefinition,
  at: string,
  workshop: RuleCompiler,
): CompiledBlock {
  return {
    definition,
    when: workshop.condition(definition.when, `${at}/when`),
    until: workshop.rule(definition.until, `${at}/until`, ["text"]),
    href: workshop.rule(definition.href, `${at}/href`, ["text"]),
    src: workshop.rule(definition.src, `${at}/src`, ["text"]),
    with: workshop.templates(definition.with, `${at}/with`),
    items: (definition.items ?? []).map((item, index) => ({
      definition: item,
      when: workshop.condition(item.when, `${at}/items/${index}/when`),
      value: workshop.template(item.value, `${at}/items/${index}/value`),
      state: workshop.rule(item.state, `${at}/items/${index}/state`),
      picture: workshop.rule(item.picture, `${at}/items/${index}/picture`),
    })),
    columns: (definition.columns ?? []).map((column, index) => ({
      definition: column,
      when: workshop.condition(column.when, `${at}/columns/${index}/when`),
    })),
    rows: (definition.rows ?? []).map((row, index) => ({
      definition: row,
      when: workshop.condition(row.when, `${at}/rows/${index}/when`),
      of: workshop.rule(row.of, `${at}/rows/${index}/of`, ["list"]),
      label: workshop.template(row.label, `${at}/rows/${index}/label`),
      cells: workshop.templates(row.cells, `${at}/rows/${index}/cells`),
    })),
  };
}

function compileList(
  { list }: ScreenDefinition,
  at: string,
  workshop: RuleCompiler,
): CompiledList | undefined {
  if (list === undefined) return undefined;
  const title = workshop.template(list.title, `${at}/list/title`);
  if (title === undefined) return undefined;
  const { of } = list;
  const rule = typeof of === "string" ? undefined : workshop.rule(of, `${at}/list/of`, ["list"]);
  return {
    definition: list,
    entries: (facts) =>
      things(typeof of === "string" ? readPath(facts, of) : rule?.evaluate(facts)),
    when: workshop.condition(list.when, `${at}/list/when`),
    title,
    subtitle: workshop.template(list.subtitle, `${at}/list/subtitle`),
    status: workshop.rule(list.status, `${at}/list/status`),
    tone: workshop.rule(list.tone, `${at}/list/tone`),
    min: workshop.rule(list.min, `${at}/list/min`, ["number"]),
    max: workshop.rule(list.max, `${at}/list/max`, ["number"]),
    actions: compileActions(list.actions, `${at}/list/actions`, workshop),
  };
}

/** The objects among the elements of a list. */
function things(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((entry): entry is JsonObject => isObject(entry)) : [];
}
