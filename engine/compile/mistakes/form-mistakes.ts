import { layOverlay } from "../lay-overlay.ts";
import { formJson, type FieldSchema, type FormSchema } from "../../language/form.ts";
import { asList, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { closest } from "../../source/closest.ts";
import { isFileField } from "../../validate/files.ts";
import { isOfType } from "../../validate/json-type.ts";
import { fieldMistakes, type FormMistake, type WrittenField } from "./field-mistakes.ts";
import { formParts, type FormPart } from "./form-parts.ts";
import { patternFault, patternsIn } from "./patterns.ts";

/**
 * Everything in a form that no answer could satisfy, that the renderer cannot ask, or that names a
 * field which is not there.
 *
 * @param schema the form, overlays laid: as it is declared, or as it is settled for a variant
 * @param declared the form as it is declared: conditions may ask about a field or choice that this
 *   variant does not have
 */
export function formMistakes(schema: FormSchema, declared: FormSchema): FormMistake[] {
  const parts = formParts(schema);
  const fields = mergedFields(parts);
  const known = new Set(formParts(declared).flatMap((part) => part.fields.map(({ name }) => name)));
  return [
    ...patternsIn(formJson(schema)).flatMap(({ pattern, pointer }) => {
      const why = patternFault(pattern);
      return why === undefined
        ? []
        : [{ code: "FLOW-PATTERN", pointer, message: `The pattern "${pattern}" is none: ${why}` }];
    }),
    ...parts.flatMap((part) => [
      ...requiredMistakes(part, parts),
      ...part.fields.flatMap(({ name, field, pointer }) => [
        ...nameMistakes(name, pointer),
        ...writtenFields(field, pointer, fields.get(name)).flatMap((each) =>
          fieldMistakes(name, each),
        ),
        ...disagreements(name, field, pointer, fields),
        ...fillMistakes(name, field, pointer, known),
      ]),
      // Settling a form leaves its conditions as they are.
      ...(part.condition === undefined || schema !== declared
        ? []
        : conditionMistakes(part.condition.schema, part.condition.pointer, { fields, known })),
    ]),
    ...ruleMistakes(schema, known),
    ...repeated(schema["x-order"], "/x-order", "x-order"),
  ];
}

/** Names that the form's own controls have. */
const TAKEN = new Set(["action", "item", "key", "revision"]);

function nameMistakes(name: string, pointer: string): FormMistake[] {
  if (TAKEN.has(name))
    return [
      {
        code: "FLOW-FORM-NAME",
        pointer,
        message: `A field cannot be called "${name}": every form has a control of that name`,
        about: [name],
        suggestion: `another name, with x-bind for its place in the state`,
      },
    ];
  if (/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) return [];
  return [
    {
      code: "FLOW-FORM-NAME",
      pointer,
      message: `"${name}" is no name for a field: it takes letters, digits, "_" and "-", a letter first`,
      about: [name, "_", "-"],
      suggestion: name.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replace(/^[^A-Za-z]+/, "") || "answer",
    },
  ];
}

/** A field as it is written, and as each of its cases makes it. */
function writtenFields(
  field: FieldSchema,
  pointer: string,
  merged: FieldSchema | undefined,
): readonly WrittenField[] {
  const otherMentions = Object.fromEntries(
    Object.entries(merged ?? {}).filter(([member]) => !Object.hasOwn(field, member)),
  );
  return [
    { field, otherMentions, pointer },
    ...(field["x-where"] ?? []).map(({ then }, at) => ({
      field: layOverlay(field as unknown as Json, then) as unknown as FieldSchema,
      otherMentions,
      pointer: `${pointer}/x-where/${at}/then`,
    })),
  ];
}

/** Fields merged over all branches that mention them; members of the first mention win. */
function mergedFields(parts: readonly FormPart[]): ReadonlyMap<string, FieldSchema> {
  const merged = new Map<string, FieldSchema>();
  for (const { fields } of parts)
    for (const { name, field } of fields) merged.set(name, { ...field, ...merged.get(name) });
  return merged;
}

/**
 * What the page and the server read of the first mention alone: another mention cannot say
 * otherwise.
 */
const DECLARED_ONCE = ["type", "enum", "format", "x-widget", "x-pii", "x-bind"] as const;

function disagreements(
  name: string,
  field: FieldSchema,
  pointer: string,
  fields: ReadonlyMap<string, FieldSchema>,
): FormMistake[] {
  const first = fields.get(name);
  return DECLARED_ONCE.filter(
    (member) =>
      field[member] !== undefined &&
      JSON.stringify(field[member]) !== JSON.stringify(first?.[member]),
  ).map((member) => ({
    code: "FLOW-FIELD-TWICE",
    pointer: `${pointer}/${member}`,
    message: `The field "${name}" has another "${member}" in another branch, and every branch is drawn with the first`,
    suggestion: "the same in every branch, or a field of its own for each",
  }));
}

/** `required`: each name once, and a field that is there whenever this part counts. */
function requiredMistakes(part: FormPart, parts: readonly FormPart[]): FormMistake[] {
  const pointer = `${part.pointer}/required`;
  return [
    ...repeated(part.required, pointer, "required"),
    ...[...new Set(part.required)].flatMap((name): FormMistake[] => {
      if (part.available.has(name)) return [];
      const elsewhere = parts.some(({ fields }) => fields.some((field) => field.name === name));
      const meant = elsewhere ? undefined : closest(name, part.available);
      return [
        {
          code: "FLOW-FORM-NAME",
          pointer,
          message: elsewhere
            ? `"${name}" is required where the form does not ask for it: the field stands in a branch that is not always taken`
            : `"${name}" is required, and the form has no such field: nobody could get past it`,
          about: [name],
          suggestion:
            meant ??
            (elsewhere ? `required: [${name}] in the branch of the field` : "(take it out)"),
        },
      ];
    }),
  ];
}

function repeated(
  names: readonly string[] | undefined,
  pointer: string,
  where: string,
): FormMistake[] {
  return [...new Set(names)]
    .filter((name) => (names ?? []).indexOf(name) !== (names ?? []).lastIndexOf(name))
    .map((name) => ({
      code: "FLOW-FORM-NAME",
      pointer,
      message: `${where} names the field "${name}" twice`,
      about: [name],
      suggestion: "each field once",
    }));
}

/** Rules over the whole form refuse a field: it has to be one that the applicant can change. */
function ruleMistakes(schema: FormSchema, known: ReadonlySet<string>): FormMistake[] {
  return (schema["x-rules"] ?? []).flatMap((rule, at) => {
    if (known.has(rule.field)) return [];
    const meant = closest(rule.field, known);
    return [
      {
        code: "FLOW-FORM-NAME",
        pointer: `/x-rules/${at}/field`,
        message: `The rule "${rule.id}" refuses the field "${rule.field}", which the form does not have`,
        about: [rule.id, rule.field],
        suggestion: meant,
      },
    ];
  });
}

/** What choosing a suggestion fills in. */
function fillMistakes(
  name: string,
  field: FieldSchema,
  pointer: string,
  known: ReadonlySet<string>,
): FormMistake[] {
  return Object.keys(field["x-suggest"]?.choose?.fills ?? {}).flatMap((filled) => {
    if (known.has(filled)) return [];
    const meant = closest(filled, known);
    return [
      {
        code: "FLOW-FORM-NAME",
        pointer: `${pointer}/x-suggest/choose/fills/${filled}`,
        message: `Choosing a suggestion of "${name}" fills "${filled}", which the form does not have`,
        about: [name, filled],
        suggestion: meant,
      },
    ];
  });
}

/** A condition names fields of the form, and values that they can have. */
function conditionMistakes(
  condition: JsonObject,
  pointer: string,
  form: {
    readonly fields: ReadonlyMap<string, FieldSchema>;
    readonly known: ReadonlySet<string>;
  },
): FormMistake[] {
  const { fields, known } = form;
  const { properties, required, allOf, anyOf, not } = condition;
  const named = [
    ...(isObject(properties)
      ? Object.keys(properties).map((name) => [name, `${pointer}/properties/${name}`] as const)
      : []),
    ...asList(required).map((name: Json) => [String(name), `${pointer}/required`] as const),
  ];
  const inner = [
    ...[allOf, anyOf].flatMap((list, at) =>
      asList(list).map(
        (each: Json, index) => [each, `${at === 0 ? "allOf" : "anyOf"}/${index}`] as const,
      ),
    ),
    ...(not === undefined ? [] : [[not, "not"] as const]),
  ];
  return [
    ...named.flatMap(([name, at]): FormMistake[] => {
      if (known.has(name)) return [];
      const meant = closest(name, known);
      return [
        {
          code: "FLOW-FORM-NAME",
          pointer: at,
          message: `The condition asks about "${name}", and the form has no such field`,
          about: [name],
          suggestion: meant,
        },
      ];
    }),
    ...(Array.isArray(required)
      ? repeated(required.map(String), `${pointer}/required`, "required")
      : []),
    ...(isObject(properties)
      ? Object.entries(properties).flatMap(([name, wanted]) =>
          isObject(wanted)
            ? wantedMistakes(name, wanted, `${pointer}/properties/${name}`, fields.get(name))
            : [],
        )
      : []),
    ...inner.flatMap(([each, at]) =>
      isObject(each) ? conditionMistakes(each, `${pointer}/${at}`, form) : [],
    ),
  ];
}

/** The choices that a field has in any variant; undefined where it has none. */
function everyChoice(field: FieldSchema): readonly Json[] | undefined {
  const cases = (field["x-where"] ?? []).map(({ then }) => then["enum"]);
  const lists = [field.enum, ...cases].filter((list): list is readonly Json[] =>
    Array.isArray(list),
  );
  return lists.length === 0 ? undefined : lists.flat();
}

/** What a condition wants of one answer. */
function wantedMistakes(
  name: string,
  wanted: JsonObject,
  pointer: string,
  field: FieldSchema | undefined,
): FormMistake[] {
  if (field === undefined) return [];
  if (isFileField(field) && Object.keys(wanted).length > 0)
    return [
      {
        code: "FLOW-FORM-CONDITION",
        pointer,
        message: `The condition looks into the files of "${name}", which the page knows by name only`,
        about: [name],
        suggestion: `required: [${name}], which asks whether there is one`,
      },
    ];
  const values = [
    ...(wanted["const"] === undefined ? [] : [["const", wanted["const"]] as const]),
    ...asList(wanted["enum"]).map((value: Json) => ["enum", value] as const),
  ];
  const choices = everyChoice(field);
  return values.flatMap(([member, value]): FormMistake[] => {
    const impossible =
      choices === undefined ? !isOfType(value, field.type) : !choices.includes(value);
    if (!impossible && field.type === "boolean" && value === false)
      return [
        {
          code: "FLOW-FORM-CONDITION",
          pointer: `${pointer}/${member}`,
          message: `The condition asks whether "${name}" is false, and a box that is not ticked gives no answer`,
          about: [name],
          suggestion: `not: { properties: { ${name}: { const: true } }, required: [${name}] }`,
        },
      ];
    if (!impossible) return [];
    const meant = choices === undefined ? undefined : closest(String(value), choices.map(String));
    return [
      {
        code: "FLOW-FORM-CONDITION",
        pointer: `${pointer}/${member}`,
        message: `The condition never holds: "${name}" is never ${JSON.stringify(value)}`,
        about: [name],
        suggestion:
          meant ??
          (choices === undefined
            ? `a ${field.type ?? "value"}`
            : `one of ${choices.map(String).join(", ")}`),
      },
    ];
  });
}
