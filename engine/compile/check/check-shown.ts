import { fallbackLocale } from "../../language/axes.ts";
import { fieldPlace } from "../../language/field-place.ts";
import { isObject, type Json } from "../../language/json.ts";
import type { FieldSchema } from "../../language/form.ts";
import type { Template } from "../../language/rule.ts";
import { choicesOf } from "../../validate/fields.ts";
import type { CopyBook } from "../../copy/copy-book.ts";
import type { CompiledItem, CompiledScreen } from "../compiled-screen.ts";
import type { CompiledVariant } from "../compiled-variant.ts";
import type { CheckContext } from "./check-context.ts";
import { Conditions } from "./condition.ts";
import { overlap } from "./scopes.ts";
import { actionsOf, tablesAfter } from "./screen-links.ts";
import { stateSchemaAt, typeOfPath } from "./value-type.ts";

/** Kinds of values that a way of writing makes nothing of. */
const UNFIT: Readonly<Record<string, readonly string[]>> = {
  money: ["string", "boolean", "array", "object"],
  percent: ["string", "boolean", "array", "object"],
  date: ["number", "integer", "boolean", "array", "object"],
  phone: ["boolean", "array", "object"],
};

/**
 * Reports lines of summaries and lists of facts that cannot be written as they say: a choice whose
 * words are in another list, an amount that is a text, a link to change to a page that does not ask.
 */
export function checkShown({ flow, reporter }: CheckContext): void {
  const copy = flow.copy(fallbackLocale(flow.definition));
  const conditions = new Conditions(flow);
  const pathsOf = (value: Template): readonly string[] =>
    conditions.pathsOf({ all: value as Json }).filter((path) => isInState(flow, path));
  for (const screen of flow.screens.values())
    for (const [index, block] of screen.blocks.entries()) {
      const at = `/screens/${screen.id}/blocks/${index}`;
      const { change, items = [] } = block.definition;
      for (const [line, item] of block.items.entries()) {
        const here = `${at}/items/${line}`;
        const mistake = unwritten(flow, item, copy);
        if (mistake !== undefined)
          reporter.at(`${here}/${mistake.member}`, { severity: "warning", ...mistake });
        const paths = item.definition.change === undefined ? [] : valuesOf(item, pathsOf);
        if (item.definition.change !== undefined && paths.length > 0)
          checkChange(item.definition.change, paths, `${here}/change`);
      }
      const all = block.items.flatMap((item) => valuesOf(item, pathsOf));
      if (change !== undefined && items.length > 0 && all.length > 0)
        checkChange(change, all, `${at}/change`);
    }

  function checkChange(to: string, paths: readonly string[], pointer: string): void {
    const target = flow.screens.get(to);
    if (target === undefined) return;
    if (asksFor(flow, target, paths)) return;
    const fits = [...flow.screens.values()].find(
      (screen) => screen.definition.form !== undefined && asksFor(flow, screen, paths),
    );
    // What this variant asks for nowhere is not shown in it either.
    if (fits === undefined) return;
    reporter.at(pointer, {
      code: "FLOW-CHANGE",
      severity: "warning",
      message: `The screen "${to}" does not ask for "${paths[0] ?? ""}": people who want to change it find no field there`,
      suggestion: fits.id,
    });
  }
}

/** The state paths that an item's value reads. */
function valuesOf(
  { definition }: CompiledItem,
  pathsOf: (value: Template) => readonly string[],
): readonly string[] {
  return definition.value === undefined ? [] : pathsOf(definition.value);
}

function isInState(flow: CompiledVariant, path: string): boolean {
  return stateSchemaAt(flow.stateSchema, path) !== undefined;
}

/** Why an item cannot be written as it says, and the member that says so. */
function unwritten(
  flow: CompiledVariant,
  { definition: { value, as, options } }: CompiledItem,
  copy: CopyBook,
):
  | {
      readonly code: string;
      readonly member: string;
      readonly message: string;
      readonly suggestion: string;
    }
  | undefined {
  const path = isObject(value) ? value["var"] : undefined;
  if (typeof path !== "string" || as === undefined) return undefined;
  const type = typeOfPath(flow, path);
  if (type?.type !== undefined && UNFIT[as]?.includes(type.type) === true)
    return {
      code: "FLOW-SHOWN",
      member: "as",
      message: `"${path}" cannot be written as ${as}: it is ${KINDS[type.type] ?? type.type}`,
      suggestion: "another `as`, or another value",
    };
  if (as !== "option" || options === undefined) return undefined;
  const asked = askedAt(flow, path);
  const choices = type?.enum ?? type?.items?.enum ?? choicesOf(asked?.field ?? {}) ?? [];
  const wordless = choices.filter(
    (choice) => choice !== "" && copy.under(`${options}.${String(choice)}`) === undefined,
  );
  if (wordless.length === 0) return undefined;
  return {
    code: "FLOW-SHOWN",
    member: "options",
    message: `The texts "${options}" have no word for ${wordless.map((choice) => JSON.stringify(choice)).join(", ")}, which "${path}" may be`,
    suggestion: asked?.options ?? "the texts of this choice",
  };
}

/** Types of JSON Schema in words. */
const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  integer: "a number",
  boolean: "a yes or no",
  array: "a list",
  object: "an object",
};

/** The first field that asks for a path, and the key of the texts of its choices. */
function askedAt(
  flow: CompiledVariant,
  path: string,
): { readonly field: FieldSchema; readonly options: string } | undefined {
  for (const { definition, copy } of flow.screens.values())
    for (const [name, field] of Object.entries(
      flow.forms.get(definition.form ?? "")?.compiled.fields ?? {},
    ))
      if (fieldPlace(name, field, definition.binds) === path)
        return { field, options: field["x-options"] ?? `${copy}.fields.${name}.options` };
  return undefined;
}

/**
 * Whether a screen asks for one of some paths, or changes it. A field that is kept nowhere, or that
 * another variant has, is known by its name.
 */
function asksFor(flow: CompiledVariant, screen: CompiledScreen, paths: readonly string[]): boolean {
  const written = writtenBy(flow, screen);
  const declared = flow.forms.get(screen.definition.form ?? "")?.declared ?? [];
  return paths.some(
    (path) =>
      declared.includes(path.slice(path.lastIndexOf(".") + 1)) ||
      written.some((each) => overlap(each, path)),
  );
}

/** State paths that a screen changes: by its form, its list, its actions and what follows them. */
function writtenBy(flow: CompiledVariant, screen: CompiledScreen): readonly string[] {
  const { definition } = screen;
  const form = flow.forms.get(definition.form ?? "");
  const fields = Object.entries(form?.compiled.fields ?? {}).flatMap(
    ([name, field]) => fieldPlace(name, field, definition.binds) ?? [],
  );
  const of = definition.list?.of;
  const callSets = (name: string | undefined) => flow.calls.get(name ?? "")?.set ?? [];
  const sets = actionsOf(screen).flatMap(({ action }) => [
    ...action.set,
    ...action.calls.flatMap(callSets),
    ...[...tablesAfter(flow, action.definition.then)]
      .flatMap((table) => flow.tables.get(table)?.rows ?? [])
      .flatMap((row) => [...row.set, ...callSets(row.definition.call)]),
  ]);
  return [...fields, ...(typeof of === "string" ? [of] : []), ...sets.map(({ path }) => path)];
}
