import type { FieldSchema } from "../../language/form.ts";
import type { Json } from "../../language/json.ts";
import { WIDGETS, widgetOf } from "../../validate/widgets.ts";
import { choicesOf, isMultiple } from "../../validate/fields.ts";
import { isOfType } from "../../validate/json-type.ts";

/** One mistake in a form; `pointer` leads to it from the form's own root. */
export interface FormMistake {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
  readonly about?: readonly string[];
  readonly suggestion?: string;
  /** Default: error. */
  readonly severity?: "warning";
}

/** A mention of a field, or one of its cases. */
export interface WrittenField {
  readonly field: FieldSchema;
  /** What other mentions of the field say of it, in other branches. */
  readonly otherMentions: FieldSchema;
  readonly pointer: string;
}

/** Everything in one field that the renderer cannot ask, or that no answer satisfies. */
export function fieldMistakes(name: string, written: WrittenField): FormMistake[] {
  return [
    ...askMistakes(name, written),
    ...maskMistakes(name, written),
    ...inputMaskMistakes(name, written),
    ...choiceMistakes(name, written),
    ...boundMistakes(name, written),
  ];
}

/** Only secret fields are masked. */
function maskMistakes(
  name: string,
  { field, otherMentions, pointer }: WrittenField,
): FormMistake[] {
  const pii = { ...otherMentions, ...field }["x-pii"];
  if (field["x-mask"] === undefined || pii === "secret") return [];
  return [
    {
      code: "FLOW-WORD-UNREAD",
      pointer: `${pointer}/x-mask`,
      message: `Nothing reads "x-mask" of the field "${name}": only a secret is masked`,
      suggestion: "x-pii: secret beside it, or without x-mask",
    },
  ];
}

/** A letter or digit of the mask itself would be taken for a typed one. */
function inputMaskMistakes(name: string, { field, pointer }: WrittenField): FormMistake[] {
  const mask = field["x-input"]?.mask;
  const own = mask === undefined ? undefined : /[^\P{L}A]|[^\P{N}0]/u.exec(mask)?.[0];
  if (mask === undefined || own === undefined) return [];
  const rest = mask.slice(Math.max(0, mask.search(/[0A*]/)));
  return [
    {
      code: "FLOW-FIELD-WIDGET",
      pointer: `${pointer}/x-input/mask`,
      message: `The mask of "${name}" has "${own}" of its own, and a typed "${own}" could be either`,
      suggestion: /[^\P{L}A]|[^\P{N}0]/u.test(rest)
        ? "0 for each digit, A for each letter, and other characters between them"
        : `mask: '${rest}', and "${mask.slice(0, mask.length - rest.length).trim()}" in the label or hint`,
    },
  ];
}

/** Every field has a type, and a widget that can ask for it. */
function askMistakes(name: string, written: WrittenField): readonly FormMistake[] {
  const { pointer } = written;
  const field = { ...written.otherMentions, ...written.field };
  const at: MistakeAt = (message, suggestion, member) => ({
    code: "FLOW-FIELD-WIDGET",
    pointer: member === undefined ? pointer : `${pointer}/${member}`,
    message,
    suggestion,
  });
  const mistakes = typeMistakes(name, field, at);
  return mistakes.length > 0 ? mistakes : widgetMistakes(name, field, at);
}

/** A mistake in a field, at one of its members or at the field. */
type MistakeAt = (message: string, suggestion: string, member?: string) => FormMistake;

/** The field has a type that its widget can ask for. */
function typeMistakes(name: string, field: FieldSchema, at: MistakeAt): readonly FormMistake[] {
  if (field.type === undefined)
    return [
      at(
        `The field "${name}" has no type: nothing can ask for it`,
        "type: string, number, integer or boolean",
      ),
    ];
  const widget = widgetOf(field);
  if (field.type === "array" && widget !== "file" && !isMultiple(field))
    return [
      at(
        `The field "${name}" is a list, and does not say which choices it takes`,
        "items: { enum: [one, another] }; x-widget: file for files",
        "type",
      ),
    ];
  if (!(WIDGETS[widget].types as readonly string[]).includes(field.type))
    return [
      at(
        field.type === "object"
          ? `The field "${name}" is a nested object without properties: a group of fields has some, and a file a widget`
          : `The widget "${widget}" cannot ask for the ${field.type === "array" ? "several choices of" : field.type} "${name}"`,
        field.type === "object"
          ? "properties: { one: { type: string } }; x-widget: file for files"
          : `x-widget: ${widgetsFor(field).join(" or ")}`,
        "type",
      ),
    ];
  return [];
}

/** The widget shows the choices and the suggestions of the field. */
function widgetMistakes(name: string, field: FieldSchema, at: MistakeAt): readonly FormMistake[] {
  const widget = widgetOf(field);
  const { choices, suggestions } = WIDGETS[widget];
  return [
    ...(field["x-choices"] !== undefined &&
    (field.type !== "string" || choices !== "always" || field.enum !== undefined)
      ? [
          at(
            `The field "${name}" takes its choices from an answer: it is a text without an enum, asked as one of them`,
            "type: string, without enum; x-widget: radio, choice-cards or select",
            "x-choices",
          ),
        ]
      : []),
    ...(choices === "always" && choicesOf(field) === undefined && field["x-choices"] === undefined
      ? [
          at(
            `The field "${name}" is asked with "${widget}" and has no choices`,
            "enum: [one, another]",
            "x-widget",
          ),
        ]
      : []),
    ...(choices === "never" && field.enum !== undefined
      ? [
          at(
            `The widget "${widget}" does not show the choices of "${name}"`,
            field.type === "boolean" ? "no enum" : "x-widget: radio, choice-cards or select",
            "enum",
          ),
        ]
      : []),
    ...(suggestions === "always" && field["x-suggest"] === undefined
      ? [
          at(
            `The field "${name}" is asked with "${widget}" and has no suggestions to choose from`,
            "x-suggest, or x-widget: typeahead",
            "x-widget",
          ),
        ]
      : []),
    ...(suggestions === "never" && field["x-suggest"] !== undefined
      ? [
          at(
            `The widget "${widget}" does not show the suggestions of "${name}"`,
            "x-widget: typeahead or combobox",
            "x-suggest",
          ),
        ]
      : []),
  ];
}

function widgetsFor(field: FieldSchema): readonly string[] {
  return Object.entries(WIDGETS).flatMap(([name, { types, choices }]) =>
    (types as readonly string[]).includes(field.type ?? "") &&
    (choices === "always") === (choicesOf(field) !== undefined) &&
    name !== "hidden"
      ? [name]
      : [],
  );
}

/**
 * Choices: some, each once, of the field's type; rules that take one away name one that is there.
 */
function choiceMistakes(name: string, written: WrittenField): FormMistake[] {
  const { pointer } = written;
  const field = { ...written.field, type: written.field.type ?? written.otherMentions.type };
  const several = isMultiple(field);
  const choices = choicesOf(field);
  const type = several ? "string" : field.type;
  const at = (member: string, message: string, suggestion: string): FormMistake => ({
    code: "FLOW-FIELD-ENUM",
    pointer: `${pointer}/${member === "enum" && several ? "items/enum" : member}`,
    message,
    about: [name],
    suggestion,
  });
  const none = field["x-none"];
  const strange = Object.keys(field["x-offered"] ?? {}).filter(
    (choice) => !(choices ?? []).map(String).includes(choice),
  );
  const constant =
    field.const === undefined ||
    (isOfType(field.const, field.type) &&
      choices?.some((choice) => choice === field.const) !== false)
      ? []
      : [
          at(
            "const",
            `The field "${name}" has to be ${JSON.stringify(field.const)}, which it never is`,
            choices === undefined ? `a ${field.type ?? "value"}` : "one of its choices",
          ),
        ];
  if (field.type === "boolean" && field.const === false)
    constant.push(
      at(
        "const",
        `The field "${name}" has to be false, and a box that is not ticked gives no answer`,
        "const: true, or without it",
      ),
    );
  if (none !== undefined && (!several || choices?.includes(none) !== true))
    constant.push(
      at(
        "x-none",
        several
          ? `"${none}" stands for none of the choices of "${name}", and is not offered`
          : `The field "${name}" takes one answer, and "${none}" can be one of its choices`,
        several ? `${none} among its choices` : "without x-none",
      ),
    );
  if (choices === undefined) return constant;
  const texts = choices.map((choice: Json) => String(choice));
  return [
    ...constant,
    ...(choices.some((choice) => choice !== "")
      ? []
      : [at("enum", `The field "${name}" has no choices`, "enum: [one, another]")]),
    ...[...new Set(texts)]
      .filter((text) => texts.indexOf(text) !== texts.lastIndexOf(text))
      .map((text) => at("enum", `The field "${name}" offers "${text}" twice`, "each choice once")),
    ...choices
      .filter((choice: Json) => choice !== "" && !isOfType(choice, type))
      .map((choice: Json) =>
        at(
          "enum",
          several
            ? `The field "${name}" chooses several texts, and offers ${JSON.stringify(choice)}, which is none`
            : `The field "${name}" is a ${field.type ?? "value"}, and offers ${JSON.stringify(choice)}, which is none`,
          type === "string" ? `'${String(choice)}'` : `a ${type ?? "value"}`,
        ),
      ),
    ...strange.map((choice) =>
      at(
        `x-offered/${choice}`,
        `x-offered takes away the choice "${choice}", which "${name}" does not offer`,
        `one of ${texts.join(", ")}`,
      ),
    ),
  ];
}

/** Bounds by the type they speak of. */
const BOUNDS = {
  minLength: ["string"],
  maxLength: ["string"],
  pattern: ["string"],
  format: ["string"],
  minimum: ["number", "integer"],
  maximum: ["number", "integer"],
  multipleOf: ["number", "integer"],
  minItems: ["array"],
  maxItems: ["array"],
  uniqueItems: ["array"],
  items: ["array"],
  properties: ["object"],
  required: ["object"],
} as const satisfies Partial<Record<keyof FieldSchema, readonly string[]>>;

/** Maximum number of digits that a typed number may have; see `numberOf`. */
const LARGEST = 999_999_999_999_999;

/** Bounds that some answer keeps, and that speak of the field's type. */
function boundMistakes(name: string, written: WrittenField): FormMistake[] {
  const { pointer } = written;
  const field = { ...written.field, type: written.field.type ?? written.otherMentions.type };
  const at = (member: string, message: string, suggestion?: string): FormMistake => ({
    code: "FLOW-FIELD-BOUNDS",
    pointer: `${pointer}/${member}`,
    message,
    suggestion,
  });
  const found: FormMistake[] = [];
  for (const [member, types] of Object.entries(BOUNDS))
    if (
      Object.hasOwn(field, member) &&
      field.type !== undefined &&
      !(types as readonly string[]).includes(field.type)
    )
      found.push(
        at(
          member,
          `"${member}" says nothing of a ${field.type}, and "${name}" is one`,
          `type: ${types[0]}, or without ${member}`,
        ),
      );
  for (const member of ["minLength", "maxLength", "minItems", "maxItems"] as const) {
    const bound = field[member];
    if (bound !== undefined && !(Number.isSafeInteger(bound) && bound >= 0))
      found.push(at(member, `"${member}" of "${name}" is ${bound}`, "a whole number from 0 on"));
    else if (bound === 0 && member.startsWith("max"))
      found.push(at(member, `"${name}" takes no answer: its ${member} is 0`, "1 or more"));
  }
  for (const [least, most] of [
    ["minLength", "maxLength"],
    ["minimum", "maximum"],
    ["minItems", "maxItems"],
  ] as const) {
    const [low, high] = [field[least], field[most]];
    if (low !== undefined && high !== undefined && low > high)
      found.push(
        at(
          least,
          `No answer of "${name}" is at least ${low} (${least}) and at most ${high} (${most})`,
          `${least}: ${high}, ${most}: ${low}`,
        ),
      );
  }
  const choices = field.items?.enum?.length;
  // The choice for "none of these" is never one of several.
  const offered = field["x-none"] === undefined ? choices : Math.max(1, (choices ?? 2) - 1);
  if (offered !== undefined && (field.minItems ?? 0) > offered)
    found.push(
      at(
        "minItems",
        `"${name}" asks for ${field.minItems} choices, and offers ${offered}`,
        `minItems: ${offered}`,
      ),
    );
  // A variant may offer fewer choices, so it is no error.
  if (offered !== undefined && (field.maxItems ?? 0) > offered)
    found.push({
      ...at(
        "maxItems",
        `"${name}" takes at most ${field.maxItems} choices, and offers ${offered}`,
        `maxItems: ${offered}, or without it`,
      ),
      severity: "warning",
    });
  for (const member of ["minimum", "maximum"] as const) {
    const bound = field[member];
    if (bound !== undefined && Math.abs(bound) > LARGEST)
      found.push(
        at(member, `"${member}" of "${name}" has more than 15 digits, and nobody can type so many`),
      );
  }
  return [...found, ...multipleMistakes(name, field, at)];
}

/** Some multiple, or whole number, lies between the bounds. */
function multipleMistakes(
  name: string,
  { type, minimum, maximum, multipleOf }: Partial<FieldSchema>,
  at: (member: string, message: string, suggestion?: string) => FormMistake,
): FormMistake[] {
  if (multipleOf !== undefined && !(multipleOf > 0))
    return [at("multipleOf", `Nothing is a multiple of ${multipleOf}`, "a number greater than 0")];
  const step = multipleOf ?? (type === "integer" ? 1 : undefined);
  if (step === undefined || minimum === undefined || maximum === undefined || minimum > maximum)
    return [];
  // A little less than a whole number of steps counts as one: 0.3 / 0.1 is 2.9999999999999996.
  const first = Math.ceil(minimum / step - 1e-8) * step;
  if (first <= maximum + step * 1e-8) return [];
  return [
    at(
      multipleOf === undefined ? "minimum" : "multipleOf",
      `No ${multipleOf === undefined ? "whole number" : `multiple of ${step}`} lies between ${minimum} and ${maximum}, the bounds of "${name}"`,
    ),
  ];
}
