import type { BroughtChoice, CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { decimalComma } from "../copy/decimal-comma.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { FieldSchema, SuggestDefinition } from "../language/form.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import { choicesOf, groupOf, isMultiple, isNumber, isTypedNumber } from "../validate/fields.ts";
import { dateFormatOf, type CompiledFormat } from "../validate/format.ts";
import { widgetOf } from "../validate/widgets.ts";
import { renderLinks } from "./render-brand.ts";
import { imageUrl } from "./image-url.ts";
import { fileOptions } from "./render-file.ts";

/** The source of a form, the same for every visitor. */
export interface FormSource {
  readonly flow: CompiledVariant;
  readonly screen: CompiledScreen;
  readonly form: FormOfFlow;
  /** The part of the screen's form that it is, where the form is asked in parts. */
  readonly part?: string | undefined;
  readonly copy: CopyBook;
}

interface FieldContext {
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  readonly required: ReadonlySet<string>;
  readonly parameters: Readonly<Record<string, Json>>;
  /** Choices that an answer brought. */
  readonly choices?: readonly BroughtChoice[] | undefined;
}

/** The display options of one field. */
export function fieldUi(
  { flow, screen, form, copy }: FormSource,
  name: string,
  { formats, required, parameters, choices: brought }: FieldContext,
): JsonObject {
  const field = form.compiled.fields[name];
  if (field === undefined) return {};
  const key = `${screen.copy}.fields.${name}`;
  const text = (of: string) => copy.text(of, parameters);
  const words = field["x-words"];
  const said = (part: string) =>
    text(`${key}.${part}`) ?? (words === undefined ? undefined : text(`${words}.${part}`));
  const empty = text(`${key}.empty`);
  const keyOf = (choice: Json) => `${field["x-options"] ?? `${key}.options`}.${String(choice)}`;
  const nameOf = (choice: Json) =>
    choice === ""
      ? (empty ?? "")
      : (text(keyOf(choice)) ?? text(`${keyOf(choice)}.label`) ?? String(choice));
  const offered = choicesOf(field) ?? [];
  const choices = offered.filter((choice) => choice !== "").map(keyOf);
  const ofChoices = (part: string) => {
    const texts = choices.map((choice) => text(`${choice}.${part}`) ?? "");
    return texts.some((each) => each !== "") ? texts : undefined;
  };
  const date = dateTyped(field, formats);
  // A hint may show the date's format, in the letters of its language.
  const isLacking = brought !== undefined && brought.length === 0;
  const hinted = (of: string) =>
    copy.text(of, { ...(date === undefined ? {} : { format: date }), ...parameters });
  const hint = isLacking
    ? hinted(`${key}.unavailable`)
    : (hinted(`${key}.hint`) ?? (words === undefined ? undefined : hinted(`${words}.hint`)));
  return {
    "ui:title": said("label") ?? name,
    ...(hint === undefined ? {} : { "ui:description": hint }),
    "ui:widget": widgetOf(field),
    // One for each value of the schema, the empty one included: they match by index.
    ...(choices.length === 0 ? {} : { "ui:enumNames": offered.map(nameOf) }),
    "ui:options": definedMembers({
      autocomplete: field["x-autocomplete"],
      inputMode: field["x-input"]?.mode,
      mask: field["x-input"]?.mask,
      width: field["x-input"]?.width,
      pii: field["x-pii"],
      transient: field["x-transient"],
      suggest:
        field["x-suggest"] === undefined ? undefined : suggestOptions(field["x-suggest"], form),
      date,
      // A chosen option cannot be taken back: the applicant cannot leave such a field out.
      optional: !required.has(name) && !isAlwaysChosen(field),
      // Controls hold text: this marks a number.
      number: isNumber(field) ? true : undefined,
      comma: isTypedNumber(field) ? decimalComma(copy.locale) : undefined,
      // Checkboxes hold a list.
      multiple: isMultiple(field) ? true : undefined,
      none: field["x-none"],
      // Cleared, a box that begins ticked is a no.
      begins: field.type === "boolean" && field["x-initial"] !== undefined ? true : undefined,
      group: groupOf(field),
      minimum: field.minimum,
      maximum: field.maximum,
      choices: brought?.map(({ value, label }) => ({ value, label })),
      details: brought?.some((choice) => choice.hint !== undefined)
        ? brought.map((choice) => choice.hint ?? "")
        : ofChoices("hint"),
      prices: ofChoices("price"),
      file: fileOptions(field, copy),
      price: pricesOf([key, words], copy, parameters),
      picture:
        field["x-picture"] === undefined ? undefined : imageUrl(field["x-picture"], flow.config),
      links: linksOf(field, flow, copy),
      help: said("why"),
      empty,
    }),
  };
}

/**
 * The prices of what a field counts: texts under `prices`, each by the name of the parameter that
 * it shows. A price that is not known, or nothing, is left out.
 */
function pricesOf(
  keys: readonly (string | undefined)[],
  copy: CopyBook,
  parameters: Readonly<Record<string, Json>>,
): string[] | undefined {
  const key = keys.find((each) => each !== undefined && copy.under(`${each}.prices`) !== undefined);
  if (key === undefined) return undefined;
  const prices = Object.keys(asObject(copy.under(`${key}.prices`))).flatMap((name) =>
    Number(parameters[name] ?? 0) > 0 ? (copy.text(`${key}.prices.${name}`, parameters) ?? []) : [],
  );
  return prices.length === 0 ? undefined : prices;
}

function linksOf(
  { "x-links": names }: FieldSchema,
  flow: CompiledVariant,
  copy: CopyBook,
): Json[] | undefined {
  const links = names === undefined ? undefined : renderLinks(flow, copy);
  return links === undefined ? undefined : (names ?? []).flatMap((name) => links.get(name) ?? []);
}

/** The options of a field with suggestions; `fills` names the fields that a choice fills in. */
function suggestOptions(
  { debounceMs, minimum, strict, choose }: SuggestDefinition,
  form: FormOfFlow,
): JsonObject {
  const fills =
    choose === undefined
      ? undefined
      : Object.keys(choose.fills).filter((name) => form.compiled.fields[name] !== undefined);
  return { debounceMs, minimum, strict, ...(fills === undefined ? {} : { fills }) };
}

/**
 * The format in which a date is typed; undefined for other fields, and for dates typed as stored.
 */
function dateTyped(
  field: FieldSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
): string | undefined {
  const format = field.format === undefined ? undefined : formats.get(field.format)?.definition;
  const isDate = [...(format?.tidy ?? []), ...(format?.normalise ?? [])].includes("date");
  return format !== undefined && isDate ? dateFormatOf(format) : undefined;
}

/** The members of an object that are not undefined. */
export function definedMembers(values: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as JsonObject;
}

/** Whether one option is always chosen from the start, and no option empties the field. */
function isAlwaysChosen({ enum: choices = [], "x-initial": initial }: FieldSchema): boolean {
  return choices.some((choice) => choice === initial) && !choices.includes("");
}
