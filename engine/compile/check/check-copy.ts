import { fallbackLocale } from "../../language/axes.ts";
import type { CheckContext } from "./check-context.ts";
import type { CompiledAction, CompiledBlock } from "../compiled-variant.ts";
import { isObject } from "../../language/json.ts";
import type { FieldSchema } from "../../language/form.ts";
import { choicesOf, groupOf, isMultiple } from "../../validate/fields.ts";
import { FILE_CAUSES, isFileField } from "../../validate/files.ts";
import { messageKey } from "../../validate/message.ts";
import { CONFIRM_PARTS, NAMED_ACTIONS } from "../../language/screen.ts";

/** Words an applicant would miss: titles, labels, buttons, choices, messages, in one locale of the variant. */
export function checkCopy({ flow, reporter }: CheckContext, locale: string): void {
  const copy = flow.copy(locale);
  const fallback = fallbackLocale(flow.definition);
  // A locale of the fallback's language says only what it says differently.
  const written = locale.split("-")[0] === fallback.split("-")[0] ? fallback : locale;
  const need = (key: string, pointer: string) => {
    if (copy.under(key) !== undefined || copy.under(`${key}_other`) !== undefined) return;
    const file = reporter.copyFile(key, [written, ...flow.locales, fallback], flow.definition.flow);
    reporter.at(pointer, {
      code: "FLOW-COPY-MISSING",
      message: `There is no text "${key}" in ${written}`,
      texts: [{ key, locale: written, file }],
    });
  };
  if (flow.definition.defaultMessage !== undefined)
    need(flow.definition.defaultMessage, "/flow/defaultMessage");
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
  for (const [id, screen] of flow.screens) {
    const at = `/screens/${id}`;
    // A screen without any words lacks them as a whole, and not each of its parts by itself.
    const speechless = copy.under(screen.copy) === undefined;
    const whose = (part: string) => (speechless ? at : part);
    need(`${screen.copy}.title`, at);
    for (const [index, { id: title }] of screen.titles.entries())
      need(`${screen.copy}.titles.${title}`, `${at}/titles/${index}`);
    const needAction = (action: CompiledAction, part: string) => {
      const pointer = whose(part);
      if (action.definition.style === "none") return;
      if (
        copy.under(`shell.actions.${action.id}.label`) === undefined &&
        !NAMED_ACTIONS.some((name) => name === action.id)
      )
        need(`${screen.copy}.actions.${action.id}.label`, pointer);
      if (action.definition.confirm === undefined || action.definition.confirm === false) return;
      for (const part of CONFIRM_PARTS)
        need(`${screen.copy}.actions.${action.id}.confirm.${part}`, `${pointer}/confirm`);
    };
    for (const action of screen.actions.values()) needAction(action, `${at}/actions/${action.id}`);
    for (const action of screen.list?.actions.values() ?? [])
      needAction(action, `${at}/list/actions/${action.id}`);
    if (screen.list !== undefined) need(`${screen.copy}.empty`, whose(`${at}/list`));
    for (const [index, block] of screen.blocks.entries()) {
      for (const key of wordsOf(
        block,
        block.definition.copy ?? `${screen.copy}.blocks.${block.definition.id}`,
      ))
        need(key, whose(`${at}/blocks/${index}`));
    }
    const form =
      screen.definition.form === undefined ? undefined : flow.forms.get(screen.definition.form);
    for (const [name, field] of Object.entries(form?.compiled.fields ?? {})) {
      const asked = whose(`/forms/${screen.definition.form ?? ""}/properties/${name}`);
      const group = groupOf(field);
      if (group !== undefined) need(`${screen.copy}.fields.${group}.title`, asked);
      const hasWords =
        field["x-words"] !== undefined && copy.under(`${field["x-words"]}.label`) !== undefined;
      if (field["x-widget"] !== "hidden" && !hasWords)
        need(`${screen.copy}.fields.${name}.label`, asked);
      for (const choice of choicesOf(field) ?? [])
        if (typeof choice === "string" && choice !== "")
          need(`${field["x-options"] ?? `${screen.copy}.fields.${name}.options`}.${choice}`, asked);
      if (field["x-choices"] !== undefined) {
        need(`${screen.copy}.fields.${name}.unavailable`, asked);
        need(messageKey(field, "offered"), asked);
      }
      if (isMultiple(field))
        for (const cause of listCauses(field)) need(messageKey(field, cause), asked);
      if (isFileField(field))
        for (const cause of FILE_CAUSES) need(messageKey(field, cause), asked);
      for (const key of Object.values(field.errorMessage ?? {})) need(key, asked);
    }
    for (const [field, { notes, definition }] of form?.suggests ?? []) {
      // What a choice fills in out of sight is told by its label.
      for (const filled of Object.keys(definition.choose?.fills ?? {}))
        if (form?.compiled.fields[filled] !== undefined)
          need(
            `${screen.copy}.fields.${filled}.label`,
            `/forms/${screen.definition.form ?? ""}/properties/${field}/x-suggest/choose/fills/${filled}`,
          );
      for (const note of notes) {
        const at = `/forms/${screen.definition.form ?? ""}/properties/${field}/x-suggest/notes/${note.tone}`;
        need(`${note.copy}.text`, at);
        if (note.href !== undefined) need(`${note.copy}.link`, at);
      }
    }
    for (const rule of form?.schema["x-rules"] ?? [])
      need(rule.message, `/forms/${screen.definition.form ?? ""}/x-rules`);
  }
  for (const [id, call] of flow.calls) {
    const service = flow.services.get(call.definition.service);
    // The mail service of Foyer finds its texts there, whether or not the flow says so.
    const prefix = service?.templates ?? (service?.sandbox === "mail" ? "mail" : undefined);
    const { body } = call.definition;
    const template = isObject(body) ? body["template"] : undefined;
    if (prefix === undefined || typeof template !== "string") continue;
    for (const part of ["subject", "text"])
      need(`${prefix}.${template}.${part}`, `/calls/${id}/body/template`);
  }
  // The shell has words for a link to go on; what another one does, the flow alone knows.
  for (const [id, { definition }] of flow.mailedLinks)
    if (definition.admits !== true)
      for (const part of ["title", "action"])
        need(`mailedLinks.${id}.${part}`, `/flow/mailedLinks/${id}`);
  for (const [id, table] of flow.tables) {
    for (const [index, row] of table.rows.entries()) {
      const notify = row.definition.notify;
      if (notify !== undefined) need(notify.copy, `/tables/${id}/rows/${index}/notify`);
    }
  }
}

/** Why several choices may be refused. */
function listCauses(field: FieldSchema): readonly string[] {
  return [
    ...(field.minItems === undefined ? [] : ["minItems"]),
    ...(field.maxItems === undefined ? [] : ["maxItems"]),
    ...(field["x-none"] === undefined ? [] : ["none"]),
  ];
}

/** Keys a block cannot do without. */
function wordsOf({ definition }: CompiledBlock, key: string): readonly string[] {
  switch (definition.kind) {
    case "dialog":
      return [
        `${key}.title`,
        `${key}.text`,
        ...(definition.href === undefined ? [] : [`${key}.link`]),
      ];
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
        key,
        // The link to change all of it is named by the title.
        ...(definition.change === undefined ? [] : [`${key}.title`]),
        ...(definition.items ?? []).map(({ id }) => `${key}.items.${id}.label`),
      ];
    case "timeline":
      return (definition.items ?? []).map(({ id }) => `${key}.items.${id}`);
    default:
      return [key];
  }
}
