import type { CommaGroups } from "../copy/decimal-comma.ts";
import type { FieldSchema, FormSchema } from "../language/form.ts";

/** A part of a form schema that may bring fields of its own. */
export type Branch = Partial<Pick<FormSchema, "properties" | "allOf" | "if" | "then" | "else">>;

/** What an `if` may say; see schemas/definition/form.json. */
interface Condition {
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly not?: object;
}

/** Every mention of a field, those that only add to one of the same name included. */
export function mentionsOf(
  schema: Branch,
): readonly (readonly [name: string, field: FieldSchema])[] {
  return [
    ...Object.entries(schema.properties ?? {}),
    ...[...(schema.allOf ?? []), schema.then, schema.else].flatMap((each) =>
      each === undefined ? [] : mentionsOf(each as Branch),
    ),
  ];
}

/**
 * Fields that the form has for this data: those of branches taken. `holds` says whether an `if`
 * does.
 */
export function activeFields(
  schema: Branch,
  holds: (condition: object) => boolean,
): ReadonlySet<string> {
  const names = new Set<string>();
  addActive(names, schema, holds);
  return names;
}

/** Fields that a form has with any answers. */
export function unconditionalFields(schema: Branch): ReadonlySet<string> {
  const names = new Set(Object.keys(schema.properties ?? {}));
  for (const each of schema.allOf ?? [])
    for (const name of unconditionalFields(each as Branch)) names.add(name);
  return names;
}

function addActive(
  names: Set<string>,
  branch: Branch,
  holds: (condition: object) => boolean,
): void {
  for (const name of Object.keys(branch.properties ?? {})) names.add(name);
  for (const each of branch.allOf ?? []) addActive(names, each as Branch, holds);
  if (branch.if === undefined) return;
  const taken = holds(branch.if) ? branch.then : branch.else;
  if (taken !== undefined) addActive(names, taken as Branch, holds);
}

/** Every condition of a form, for compiling. */
export function conditionsOf(schema: Branch): readonly object[] {
  const found: object[] = [];
  const visit = (branch: Branch) => {
    if (branch.if !== undefined) found.push(branch.if);
    for (const each of [...(branch.allOf ?? []), branch.then, branch.else])
      if (each !== undefined) visit(each as Branch);
  };
  visit(schema);
  return found;
}

/**
 * Fields that the conditions of a form read: its other questions and requirements follow from these
 * alone.
 */
export function decidingFields(schema: Branch): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (condition: object) => {
    const { properties = {}, required = [], allOf = [], anyOf = [], not } = condition as Condition;
    for (const name of [...Object.keys(properties), ...required]) names.add(name);
    for (const each of [...allOf, ...anyOf, ...(not === undefined ? [] : [not])]) visit(each);
  };
  for (const condition of conditionsOf(schema)) visit(condition);
  return names;
}

/**
 * Whether an answer is a box that is not ticked. Conditions of a form read it as no answer. The
 * saved state, which rules read, may have `false`.
 */
export function isUnticked(field: Pick<FieldSchema, "type"> | undefined, answer: unknown): boolean {
  return answer === false && field?.type === "boolean";
}

/** Whether a field's answer is a number; it is typed as text all the same. */
export function isNumber(field: FieldSchema): boolean {
  return field.type === "integer" || field.type === "number";
}

/** Whether a field's number is typed by people, who write it as their language does. */
export function isTypedNumber(field: FieldSchema): boolean {
  return isNumber(field) && field.enum === undefined && field["x-widget"] !== "hidden";
}

/**
 * Typed text as the number it says; undefined when it says none.
 *
 * @param comma what parts thousands, where the locale writes decimals behind a comma: then 2,5 and
 *   1 250,5 are numbers, too, and where it is a point 2.500 is 2500. Elsewhere a comma before three
 *   digits could part either, and every comma is refused.
 */
export function numberOf(text: string, comma?: CommaGroups): number | undefined {
  const typed = text.normalize("NFKC").trim();
  const plain =
    comma !== undefined && WITH_COMMA[comma].test(typed)
      ? typed.replaceAll(/[ .]/g, "").replace(",", ".")
      : typed;
  return /^-?\d{1,15}(\.\d{1,30})?$/.test(plain) ? Number(plain) : undefined;
}

const WITH_COMMA: Readonly<Record<CommaGroups, RegExp>> = {
  " ": /^-?(?:\d{1,3}(?: \d{3})+|\d+)(?:,\d+)?$/,
  ".": /^-?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:,\d+)?$/,
};

/** Whether a field asks to choose several: an array of choices. */
export function isMultiple(field: Pick<FieldSchema, "type" | "items"> | undefined): boolean {
  return field?.type === "array" && field.items?.enum !== undefined;
}

/** The choices of a field, of one that takes several too; undefined where it has none. */
export function choicesOf(
  field: Pick<FieldSchema, "type" | "items" | "enum">,
): FieldSchema["enum"] {
  return isMultiple(field) ? field.items?.enum : field.enum;
}

/** The group of fields under one heading that a field belongs to. */
export function groupOf(
  field: Pick<FieldSchema, "x-part" | "x-group"> | undefined,
): string | undefined {
  return field?.["x-group"] ?? field?.["x-part"]?.split(".")[0];
}
