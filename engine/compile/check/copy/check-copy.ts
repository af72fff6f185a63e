import { isSameLanguage } from "../../../language/locale.ts";
import { fallbackLocale } from "../../../language/axes.ts";
import type { CheckContext } from "../run/check-context.ts";
import { fieldsOfPart } from "../../compile-parts.ts";
import type { CompiledVariant, FormOfFlow } from "../../compiled-variant.ts";
import type { CompiledAction, CompiledBlock, CompiledScreen } from "../../compiled-screen.ts";
import type { Reporter } from "../../reporter.ts";
import type { CopyBook } from "../../../copy/copy-book.ts";
import { asObject, isObject, type JsonObject } from "../../../language/json.ts";
import { linkAddress } from "../../../language/link-address.ts";
import type { FormatDefinition } from "../../../language/format.ts";
import { formOf, type FieldSchema } from "../../../language/form.ts";
import { choicesOf, groupOf } from "../../../validate/fields.ts";
import { fileCausesOf, isFileField } from "../../../validate/files.ts";
import { KEYWORDS, messageKey } from "../../../validate/message.ts";
import { closest } from "../../../source/closest.ts";
import { formParts } from "../../mistakes/form-parts.ts";
import { CONFIRM_PARTS, NAMED_ACTIONS } from "../../../language/screen.ts";

/** Reports a text that is missing: its key, and the pointer of the part that shows it. */
type Need = (key: string, pointer: string) => void;

interface Texts {
  readonly flow: CompiledVariant;
  readonly copy: CopyBook;
  readonly need: Need;
}

/** A character that is seen: neither a space nor one without a shape. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\u2800\u3164]/u;

/**
 * Reports words that an applicant would miss: titles, labels, buttons, choices, messages, in one
 * locale of the variant.
 */
export function checkCopy({ flow, tree, reporter }: CheckContext, locale: string): void {
  const copy = flow.copy(locale);
  const fallback = fallbackLocale(flow.definition);
  // A locale of the fallback's language says only what it says differently.
  const written = isSameLanguage(locale, fallback) ? fallback : locale;
  const need: Need = (key, pointer) => {
    const text = copy.under(key) ?? copy.under(`${key}_other`);
    if (typeof text === "string" && !VISIBLE.test(text))
      reporter.at(`/copy/${locale}/${key.replaceAll(".", "/")}`, {
        code: "FLOW-COPY-BLANK",
        message: `The text "${key}" of ${locale} is blank: the page shows nothing there`,
        suggestion: "words",
      });
    if (text !== undefined) return;
    const file = reporter.places.copyFile(
      key,
      [written, ...flow.locales, fallback],
      flow.definition.flow,
    );
    reporter.at(pointer, {
      code: "FLOW-COPY-MISSING",
      message: `There is no text "${key}" in ${written}`,
      about: [key],
      texts: [{ key, locale: written, file }],
    });
  };
  if (flow.definition.defaultMessage !== undefined)
    need(flow.definition.defaultMessage, "/flow/defaultMessage");
  checkSections(flow, need);
  for (const [name, target] of Object.entries(asObject(flow.config["links"])))
    if (linkAddress(target, locale) !== undefined) need(`links.${name}`, `/config/links/${name}`);
  for (const screen of flow.screens.values()) checkScreen(screen, { flow, copy, need });
  if (locale === fallback) checkUnaskedMessages(flow, asObject(tree["forms"]), need);
  checkMails({ flow, copy, need }, reporter);
  for (const { id, invitation } of flow.roles.values())
    if (invitation !== undefined)
      for (const part of ["title", "text", "action"])
        need(`roles.${id}.invitation.${part}`, `/roles/${id}/invitation`);
  for (const [id, table] of flow.tables) {
    for (const [index, row] of table.rows.entries()) {
      const notify = row.definition.notify;
      if (notify !== undefined) need(notify.copy, `/tables/${id}/rows/${index}/notify`);
    }
  }
}

/**
 * Reports missing messages of fields that this variant does not ask for, as by a flag: another
 * setting may.
 */
function checkUnaskedMessages(flow: CompiledVariant, forms: JsonObject, need: Need): void {
  for (const [name, form] of Object.entries(forms)) {
    const asked = flow.forms.get(name)?.compiled.fields;
    for (const { fields } of formParts(formOf(asObject(form))))
      for (const { name: field, field: schema, pointer } of fields) {
        if (asked === undefined || asked[field] !== undefined) continue;
        for (const key of Object.values(schema.errorMessage ?? {}))
          need(key, `/forms/${name}${pointer}/errorMessage`);
      }
  }
}

/** Reports missing names of phases, and of screens that stand as sections. */
function checkSections(flow: CompiledVariant, need: Need): void {
  const ordered = new Set([...flow.sequences.values()].flat());
  for (const [index, phase] of (flow.definition.phases ?? []).entries()) {
    const { id, section, screens } = phase;
    const shown =
      section === "screens"
        ? screens.filter((name) => ordered.has(name))
        : section === "phase"
          ? [id]
          : [];
    for (const name of shown) need(`sections.${name}`, `/flow/phases/${index}`);
  }
}

function checkScreen(screen: CompiledScreen, texts: Texts): void {
  const { flow, copy, need } = texts;
  const at = `/screens/${screen.id}`;
  // A screen without any words lacks them as a whole, and not each of its parts by itself.
  const speechless = copy.under(screen.copy) === undefined;
  const whose = (part: string) => (speechless ? at : part);
  need(`${screen.copy}.title`, at);
  for (const [index, { id: title }] of screen.titles.entries())
    need(`${screen.copy}.titles.${title}`, `${at}/titles/${index}`);
  for (const action of screen.actions.values())
    checkAction(screen, action, whose(`${at}/actions/${action.id}`), texts);
  for (const action of screen.list?.actions.values() ?? [])
    checkAction(screen, action, whose(`${at}/list/actions/${action.id}`), texts);
  // A list that asks for its entries has words of the renderer's.
  if (screen.list !== undefined && screen.list.definition.entry === undefined)
    need(`${screen.copy}.empty`, whose(`${at}/list`));
  for (const [index, block] of screen.blocks.entries()) {
    const { copy: key = `${screen.copy}.blocks.${block.definition.id}` } = block.definition;
    for (const each of wordsOf(block, key, copy)) need(each, whose(`${at}/blocks/${index}`));
  }
  const { form: name = "" } = screen.definition;
  const form = flow.forms.get(name);
  if (form === undefined) return;
  for (const [field, schema] of Object.entries(form.compiled.fields)) {
    const place = whose(`/forms/${name}/properties/${field}`);
    checkField({ name: field, schema, words: screen.copy }, place, texts);
    if (form.schema.required?.includes(field) === true) need(messageKey(schema, "required"), place);
  }
  for (const [index, { id, fields }] of (screen.definition.parts?.pages ?? []).entries())
    if (fieldsOfPart(fields, form.compiled.fields).size > 0)
      need(`${screen.copy}.parts.${id}.title`, whose(`${at}/parts/pages/${index}`));
  checkSuggestions(screen.copy, name, form, need);
  for (const rule of form.schema["x-rules"] ?? []) need(rule.message, `/forms/${name}/x-rules`);
}

function checkAction(
  screen: CompiledScreen,
  { id, definition, labels }: CompiledAction,
  pointer: string,
  { copy, need }: Texts,
): void {
  if (definition.style === "none") return;
  for (const [index, label] of labels.entries())
    need(`${screen.copy}.actions.${id}.labels.${label.id}.label`, `${pointer}/labels/${index}`);
  if (
    copy.under(`shell.actions.${id}.label`) === undefined &&
    !NAMED_ACTIONS.some((name) => name === id)
  )
    need(`${screen.copy}.actions.${id}.label`, pointer);
  if (definition.confirm === undefined || definition.confirm === false) return;
  for (const part of CONFIRM_PARTS)
    need(`${screen.copy}.actions.${id}.confirm.${part}`, `${pointer}/confirm`);
}

interface AskedField {
  readonly name: string;
  readonly schema: FieldSchema;
  /** Key of the screen's texts. */
  readonly words: string;
}

function checkField(
  { name, schema, words }: AskedField,
  pointer: string,
  { flow, copy, need }: Texts,
): void {
  const group = groupOf(schema);
  // Parts below a written group share its place; a field with `x-group` has its own.
  const isPart = pointer.endsWith(`/${name}`) && schema["x-group"] === undefined;
  if (group !== undefined)
    need(
      `${words}.fields.${group}.title`,
      isPart ? `${pointer.slice(0, -name.length)}${group}` : pointer,
    );
  const hasWords =
    schema["x-words"] !== undefined && copy.under(`${schema["x-words"]}.label`) !== undefined;
  if (schema["x-widget"] !== "hidden" && !hasWords) need(`${words}.fields.${name}.label`, pointer);
  for (const choice of choicesOf(schema) ?? [])
    if (typeof choice === "string" && choice !== "")
      need(`${schema["x-options"] ?? `${words}.fields.${name}.options`}.${choice}`, pointer);
  if (schema["x-choices"] !== undefined) {
    need(`${words}.fields.${name}.unavailable`, pointer);
    need(messageKey(schema, "offered"), pointer);
  }
  for (const cause of causesOf(schema, flow.formats)) need(messageKey(schema, cause), pointer);
  for (const key of Object.values(schema.errorMessage ?? {})) need(key, pointer);
}

function checkSuggestions(words: string, name: string, form: FormOfFlow, need: Need): void {
  for (const [field, { notes, definition }] of form.suggests) {
    const at = `/forms/${name}/properties/${field}/x-suggest`;
    // The page names a hidden field that a choice fills in by its label.
    for (const filled of Object.keys(definition.choose?.fills ?? {}))
      if (form.compiled.fields[filled] !== undefined)
        need(`${words}.fields.${filled}.label`, `${at}/choose/fills/${filled}`);
    for (const note of notes) {
      need(`${note.copy}.text`, `${at}/notes/${note.tone}`);
      if (note.href !== undefined) need(`${note.copy}.link`, `${at}/notes/${note.tone}`);
    }
  }
}

/** Reports missing texts of mails, and of the pages that their links open. */
function checkMails({ flow, copy, need }: Texts, reporter: Reporter): void {
  for (const [id, call] of flow.calls) {
    const service = flow.services.get(call.definition.service);
    // The mail service of Foyer finds its texts there, whether or not the flow says so.
    const prefix = service?.templates ?? (service?.sandbox === "mail" ? "mail" : undefined);
    const { body } = call.definition;
    const template = isObject(body) ? body["template"] : undefined;
    if (prefix === undefined || typeof template !== "string") continue;
    if (copy.under(`${prefix}.${template}`) === undefined) {
      const known = Object.keys(asObject(copy.under(prefix)));
      if (closest(template, known) !== undefined) {
        reporter.unknownName(`/calls/${id}/body/template`, { kind: "mail", name: template, known });
        continue;
      }
    }
    for (const part of ["subject", "text"])
      need(`${prefix}.${template}.${part}`, `/calls/${id}/body/template`);
  }
  // The shell has texts for a link that resumes; the flow alone has those of other links.
  for (const [id, { definition }] of flow.mailedLinks)
    if (definition.admits !== true)
      for (const part of ["title", "action"])
        need(`mailedLinks.${id}.${part}`, `/flow/mailedLinks/${id}`);
}

/** Demands that no answer of a page breaks, or whose message another member names. */
const WITHOUT_MESSAGE: ReadonlySet<string> = new Set(["type", "format", "not", "uniqueItems"]);

/** Why an answer of a field may be refused, as far as the field says so itself. */
function causesOf(field: FieldSchema, formats: JsonObject): readonly string[] {
  const format = formats[field.format ?? ""] as unknown as FormatDefinition | undefined;
  return [
    ...KEYWORDS.filter((word) => !WITHOUT_MESSAGE.has(word) && Object.hasOwn(field, word)),
    ...(field["x-none"] === undefined ? [] : ["none"]),
    ...(isFileField(field) ? fileCausesOf(field) : []),
    ...(format?.checks.map(({ code }) => code) ?? []),
  ];
}

/** Keys a block cannot do without; its steps have any names. */
function wordsOf({ definition }: CompiledBlock, key: string, copy: CopyBook): readonly string[] {
  switch (definition.kind) {
    case "dialog":
      return [
        `${key}.title`,
        `${key}.text`,
        ...(definition.href === undefined ? [] : [`${key}.link`]),
      ];
    case "offer":
      return [`${key}.title`, `${key}.text`];
    case "frame":
      return [`${key}.title`, `${key}.noscript`];
    case "table":
      return [
        `${key}.title`,
        ...(definition.columns ?? []).map(({ id }) => `${key}.columns.${id}`),
        ...(definition.rows ?? []).flatMap(({ id, label }) =>
          label === undefined ? [`${key}.rows.${id}`] : [],
        ),
      ];
    case "facts":
    case "summary":
      return [
        // The link to change all of it is named by the title.
        ...(definition.change === undefined ? [] : [`${key}.title`]),
        ...(definition.items ?? []).map(({ id }) => `${key}.items.${id}.label`),
      ];
    case "countdown":
      return [`${key}.text`, `${key}.over`];
    case "disclosure":
      return [`${key}.title`, `${key}.text`];
    case "steps":
      if (definition.items !== undefined)
        return definition.items.map(({ id }) => `${key}.items.${id}`);
      return isObject(copy.under(`${key}.items`) ?? null) ? [] : [`${key}.items.first.title`];
    case "timeline":
      return (definition.items ?? []).map(({ id }) => `${key}.items.${id}`);
    case "text":
    case "notice":
    case "link":
    case "support":
      return [key];
  }
}
