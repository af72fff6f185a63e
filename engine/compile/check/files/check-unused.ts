import type { CompiledVariant, FormOfFlow } from "../../compiled-variant.ts";
import { allActions, type CompiledAction, type CompiledScreen } from "../../compiled-screen.ts";
import { inclusionsOf } from "../../../copy/included-texts.ts";
import type { FieldSchema } from "../../../language/form.ts";
import { asObject, isObject, type Json } from "../../../language/json.ts";
import { closest } from "../../../source/closest.ts";
import { fileCausesOf, isFileField } from "../../../validate/files.ts";
import { groupOf, isMultiple } from "../../../validate/fields.ts";
import { messageKey } from "../../../validate/message.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";

/** Parts that at least one variant of a flow uses; all other parts can be deleted. */
interface Uses {
  readonly tables: Set<string>;
  readonly calls: Set<string>;
  readonly forms: Set<string>;
  /** Copy keys, and keys below which everything is used. */
  readonly copy: Set<string>;
}

/** Copy that every flow uses. */
const COPY_OF_ALL = [
  "links",
  "mailedLinks",
  "sections",
  "support",
  "brand.name",
  "brand.note",
  "shell",
  "mail",
  "sandbox",
  "patterns",
];

/** Adds what one variant uses. */
function addUses(flow: CompiledVariant, uses: Uses): void {
  const { definition } = flow;
  for (const table of [
    definition.resume,
    definition.entry,
    definition.answered,
    definition.adopt?.then,
  ])
    if (table !== undefined) uses.tables.add(table);
  for (const call of [definition.unload?.call, definition.adopt?.call])
    if (call !== undefined) uses.calls.add(call);
  if (definition.defaultMessage !== undefined) uses.copy.add(definition.defaultMessage);
  for (const { definition: event } of flow.events.all.values())
    if (event.send !== undefined) uses.calls.add(event.send);
  for (const screen of flow.screens.values()) addScreen(flow, screen, uses);
  for (const { form: name } of flow.services.values()) {
    const form = flow.forms.get(name ?? "");
    if (name === undefined || form === undefined) continue;
    uses.forms.add(name);
    addForm(form, uses);
  }
  for (const { webhook } of flow.providers.values())
    for (const row of webhook?.becomes ?? []) uses.tables.add(row.definition.then);
  for (const { definition: timer } of flow.timers.values()) uses.tables.add(timer.then);
  for (const { definition: link } of flow.mailedLinks.values())
    if (link.then !== undefined) uses.tables.add(link.then);
  for (const { id, invitation } of flow.roles.values())
    if (invitation !== undefined) uses.copy.add(`roles.${id}.invitation`);
  for (const table of flow.tables.values()) {
    for (const { definition: row } of table.rows) {
      for (const name of [row.table, row.then]) if (name !== undefined) uses.tables.add(name);
      if (row.call !== undefined) uses.calls.add(row.call);
      if (row.notify !== undefined) uses.copy.add(row.notify.copy);
    }
  }
}

function addScreen(flow: CompiledVariant, screen: CompiledScreen, uses: Uses): void {
  const { definition, copy } = screen;
  if (definition.onOpen !== undefined) uses.tables.add(definition.onOpen);
  for (const part of ["title", "titles", "intro", "empty", "unnamed", "limits", "status", "notes"])
    uses.copy.add(`${copy}.${part}`);
  for (const action of allActions(screen)) addAction(action, copy, uses);
  for (const { definition: block } of screen.blocks) {
    uses.copy.add(block.copy ?? `${copy}.blocks.${block.id}`);
    for (const item of block.items ?? [])
      if (item.options !== undefined) uses.copy.add(item.options);
  }
  for (const { id } of definition.parts?.pages ?? [])
    for (const word of ["title", "intro"]) uses.copy.add(`${copy}.parts.${id}.${word}`);
  const form = flow.forms.get(definition.form ?? "");
  if (form === undefined || definition.form === undefined) return;
  uses.forms.add(definition.form);
  for (const name of form.declared) uses.copy.add(`${copy}.fields.${name}`);
  for (const field of Object.values(form.compiled.fields)) {
    const group = groupOf(field);
    if (group !== undefined) uses.copy.add(`${copy}.fields.${group}`);
  }
  addForm(form, uses);
}

/** Messages, choices and calls of a form. */
function addForm(form: FormOfFlow, uses: Uses): void {
  for (const field of Object.values(form.compiled.fields)) {
    for (const word of ["x-options", "x-words"] as const)
      if (field[word] !== undefined) uses.copy.add(field[word]);
    for (const each of [
      field,
      ...(field["x-where"] ?? []).map(({ then }) => then as Partial<FieldSchema>),
    ]) {
      for (const call of [each["x-suggest"]?.call, each["x-suggest"]?.choose?.call])
        if (call !== undefined) uses.calls.add(call);
    }
    for (const key of Object.values(field.errorMessage ?? {})) uses.copy.add(key);
    if (isFileField(field))
      for (const cause of fileCausesOf(field)) uses.copy.add(messageKey(field, cause));
    // A demand without a message of the field's own has the common message.
    for (const demand of Object.keys(field)) uses.copy.add(messageKey(field, demand));
    if (field["x-choices"] !== undefined) uses.copy.add(messageKey(field, "offered"));
    if (isMultiple(field)) uses.copy.add(messageKey(field, "enum"));
    if (field["x-none"] !== undefined) uses.copy.add(messageKey(field, "none"));
    for (const cause of ["required", "type", "characters", "unknownField"])
      uses.copy.add(messageKey(undefined, cause)).add(messageKey(field, cause));
  }
  for (const rule of form.schema["x-rules"] ?? []) uses.copy.add(rule.message);
}

function addAction(action: CompiledAction, copy: string, uses: Uses): void {
  uses.copy.add(`${copy}.actions.${action.id}`);
  for (const call of action.calls) uses.calls.add(call);
  if (action.definition.then !== undefined) uses.tables.add(action.definition.then);
}

/** Reports what no variant uses: tables, calls, forms, and texts. */
export class UnusedCheck implements FlowWideCheck {
  private readonly uses: Uses = {
    tables: new Set(),
    calls: new Set(),
    forms: new Set(),
    copy: new Set(COPY_OF_ALL),
  };
  /** Unused texts of the copy of a locale, which variants share. */
  private readonly unusedTexts = new Map<Json, readonly (readonly string[])[]>();

  gather({ flow, tree }: CheckContext): void {
    addUses(flow, this.uses);
    for (const texts of Object.values(asObject(tree["copy"])))
      for (const { key } of inclusionsOf(asObject(texts))) this.uses.copy.add(key);
  }

  check({ flow, tree, reporter }: CheckContext): void {
    // A list with a mistake makes no screens, and nothing uses what they would.
    if (reporter.has("FLOW-LIST")) return;
    const { uses } = this;
    const copy = asObject(tree["copy"]);
    const left = (
      kind: string,
      names: Iterable<string>,
      used: ReadonlySet<string>,
      pointer: (name: string) => string,
    ) => {
      for (const name of names) {
        if (!used.has(name))
          reporter.at(pointer(name), {
            code: "FLOW-UNUSED",
            severity: "warning",
            message: `Nothing uses the ${kind} "${name}"`,
            about: [name],
          });
      }
    };
    left("table", flow.tables.keys(), uses.tables, (name) => `/tables/${name}`);
    left("call", flow.calls.keys(), uses.calls, (name) => `/calls/${name}`);
    left("form", flow.forms.keys(), uses.forms, (name) => `/forms/${name}`);
    for (const locale of flow.locales)
      for (const key of this.unusedOf(copy[locale] ?? null))
        reporter.at(`/copy/${locale}/${key.join("/")}`, {
          code: "FLOW-COPY-UNUSED",
          severity: "warning",
          message: `Nothing shows the text "${key.join(".")}" of ${locale}`,
          suggestion: meantKey(key, uses.copy),
          about: [key.join(".")],
          texts: [
            {
              key: key.join("."),
              locale,
              file: reporter.places.copyFile(key.join("."), [locale], flow.definition.flow),
            },
          ],
        });
  }

  private unusedOf(copy: Json): readonly (readonly string[])[] {
    const known =
      this.unusedTexts.get(copy) ?? leaves(copy, []).filter((key) => !isUsed(key, this.uses.copy));
    this.unusedTexts.set(copy, known);
    return known;
  }
}

function isUsed(key: readonly string[], used: ReadonlySet<string>): boolean {
  // A plural is shown under the key without its ending.
  const plain = key.map((segment, at) =>
    at === key.length - 1 ? segment.replace(/_(?:zero|one|two|few|many|other)$/, "") : segment,
  );
  return plain.some((_, at) => used.has(plain.slice(0, at + 1).join(".")));
}

/** The key that was probably meant: the first segment in use nowhere, spelled as one beside it. */
function meantKey(key: readonly string[], used: ReadonlySet<string>): string | undefined {
  const all = [...used];
  const at = key.findIndex((_, end) => {
    const start = key.slice(0, end + 1).join(".");
    return !all.some((each) => each === start || each.startsWith(`${start}.`));
  });
  const before = key
    .slice(0, Math.max(0, at))
    .map((segment) => `${segment}.`)
    .join("");
  const beside = all.flatMap((each) =>
    each.startsWith(before) ? [each.slice(before.length).split(".", 1)[0] ?? ""] : [],
  );
  const meant = closest(key[at] ?? "", beside);
  return meant === undefined ? undefined : [before + meant, ...key.slice(at + 1)].join(".");
}

function leaves(value: Json, path: readonly string[]): readonly (readonly string[])[] {
  if (!isObject(value)) return path.length === 0 ? [] : [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}
