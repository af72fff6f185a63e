import type { FieldSchema } from "../../../language/form.ts";
import { asObject, type Json } from "../../../language/json.ts";
import { choicesOf } from "../../../validate/fields.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Choices that stand for none of the others, as people name them. */
const NONE = /^(?:none|none-of-these|none-of-the-above|aucun|aucune)$/i;

/**
 * Warns of two choices of a field with the same words, and of a choice such as "none" that the
 * field takes beside others.
 */
export function checkChoices(context: CheckContext): void {
  for (const [id, { compiled }] of context.flow.forms)
    for (const [name, field] of Object.entries(compiled.fields))
      checkNone(context, { id, name, field });
  for (const { copy, definition } of context.flow.screens.values())
    for (const [name, field] of Object.entries(
      context.flow.forms.get(definition.form ?? "")?.compiled.fields ?? {},
    ))
      for (const locale of context.flow.locales)
        checkWords(context, { name, field, locale, options: `${copy}.fields.${name}.options` });
}

function checkNone(
  { reporter }: CheckContext,
  { id, name, field }: { readonly id: string; readonly name: string; readonly field: FieldSchema },
): void {
  const none = field.items?.enum?.find((choice) => typeof choice === "string" && NONE.test(choice));
  if (none === undefined || field["x-none"] !== undefined) return;
  reporter.at(`/forms/${id}/properties/${name}`, {
    code: "FLOW-FIELD-NONE",
    severity: "warning",
    message: `The field "${name}" takes "${String(none)}" beside its other choices`,
    about: [name],
    suggestion: `x-none: ${String(none)}, and errorMessage: { none: … }`,
  });
}

/** A field of a page in one language. */
interface AskedIn {
  readonly name: string;
  readonly field: FieldSchema;
  readonly locale: string;
  readonly options: string;
}

function checkWords(
  { flow, reporter }: CheckContext,
  { name, field, locale, options }: AskedIn,
): void {
  const known = new Map<string, Json>();
  for (const choice of choicesOf(field) ?? []) {
    const key = `${field["x-options"] ?? options}.${String(choice)}`;
    const text = flow.copy(locale).under(key);
    const label = typeof text === "string" ? text : asObject(text)["label"];
    if (choice === "" || typeof label !== "string") continue;
    const same = label.trim().toLowerCase();
    const other = known.get(same);
    known.set(same, choice);
    const pointer = `/copy/${locale}/${key.replaceAll(".", "/")}`;
    if (other === undefined || !reporter.places.isWritten(pointer)) continue;
    reporter.at(pointer, {
      code: "FLOW-COPY-SAME",
      severity: "warning",
      message: `Two choices of the field "${name}" read "${label}" in ${locale}: "${String(other)}" and "${String(choice)}"`,
      about: [name],
      suggestion: "words that tell one from the other",
    });
  }
}
