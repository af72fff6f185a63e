import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import { variantName } from "../compile/variant-name.ts";
import { fieldPlace } from "../language/field-place.ts";
import type { FieldSchema } from "../language/form.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Variant } from "../language/variant.ts";
import { choicesOf } from "../validate/fields.ts";

/** What differs between two versions of a form. */
export interface FormChange {
  readonly form: string;
  /** The field; undefined for what concerns the form as a whole. */
  readonly field?: string;
  readonly change: "added" | "removed" | "changed";
  /** What is so now, in words: `required`, `choices + county − elsewhere`. */
  readonly details: readonly string[];
  /** Names of the variants that differ so; absent where all of them do. */
  readonly variants?: readonly string[];
}

/** Compares the forms of two versions in every variant that both have. */
export function compareForms(before: CompiledFlow, after: CompiledFlow): readonly FormChange[] {
  const known = new Set(before.variants.map((each) => JSON.stringify(each)));
  const variants = after.variants.filter((each) => known.has(JSON.stringify(each)));
  const found = new Map<string, { readonly change: FormChange; readonly variants: Variant[] }>();
  for (const variant of variants)
    for (const change of changesOf(before.variant(variant), after.variant(variant))) {
      const key = JSON.stringify(change);
      const entry = found.get(key) ?? { change, variants: [] };
      entry.variants.push(variant);
      found.set(key, entry);
    }
  return [...found.values()]
    .map(({ change, variants: differing }) =>
      differing.length === variants.length
        ? change
        : { ...change, variants: differing.map(variantName) },
    )
    .toSorted((a, b) => (a.form < b.form ? -1 : a.form > b.form ? 1 : 0));
}

function changesOf(before: CompiledVariant, after: CompiledVariant): readonly FormChange[] {
  return [...new Set([...before.forms.keys(), ...after.forms.keys()])].flatMap(
    (form): readonly FormChange[] => {
      const [was, is] = [before.forms.get(form), after.forms.get(form)];
      if (was === undefined || is === undefined)
        return [{ form, change: is === undefined ? "removed" : "added", details: [] }];
      const [wasBound, isBound] = [bindsOf(before, form), bindsOf(after, form)];
      return formChanges(form, { form: was, binds: wasBound }, { form: is, binds: isBound });
    },
  );
}

/** A form, and the place of the state that its screen is bound to. */
interface BoundForm {
  readonly form: FormOfFlow;
  readonly binds: string | undefined;
}

function formChanges(name: string, was: BoundForm, is: BoundForm): readonly FormChange[] {
  const [wasFields, isFields] = [was.form.compiled.fields, is.form.compiled.fields];
  const names = [...new Set([...Object.keys(isFields), ...Object.keys(wasFields)])];
  const fields = names.flatMap((field): FormChange[] => {
    const [former, present] = [wasFields[field], isFields[field]];
    if (present === undefined) return [{ form: name, field, change: "removed", details: [] }];
    if (former === undefined) {
      const place = formerPlace(field, was, is);
      const kept =
        place === undefined ? [] : [`x-bind: ${place} would keep what was answered there`];
      return [{ form: name, field, change: "added", details: [demandOf(is.form, field), ...kept] }];
    }
    const details = detailsOf(field, { ...was, schema: former }, { ...is, schema: present });
    return details.length === 0 ? [] : [{ form: name, field, change: "changed", details }];
  });
  const rest = differingMembers(restOf(was.form), restOf(is.form));
  const details = [
    ...(rest.length === 0 ? [] : [`${rest.join(", ")} differs`]),
    ...(ordersAlike(was.form, is.form) ? [] : ["another order of its fields"]),
  ];
  return details.length === 0 ? fields : [...fields, { form: name, change: "changed", details }];
}

/**
 * The place of the one field that is gone, where a new field may be it under another name: of the
 * same kind, and kept elsewhere.
 */
function formerPlace(field: string, was: BoundForm, is: BoundForm): string | undefined {
  const placesOf = ({ form, binds }: BoundForm) =>
    new Map(
      Object.entries(form.compiled.fields).map(([name, schema]) => [
        name,
        fieldPlace(name, schema, binds),
      ]),
    );
  const [former, present] = [placesOf(was), placesOf(is)];
  const kindOf = ({ type, format, enum: choices, items }: Partial<FieldSchema> = {}) =>
    JSON.stringify([type, format, choices, items?.enum]);
  const kind = kindOf(is.form.compiled.fields[field]);
  const isNew = ![...former.values()].includes(present.get(field));
  const gone = [...former].flatMap(([name, place]) =>
    isNew &&
    place !== undefined &&
    !present.has(name) &&
    ![...present.values()].includes(place) &&
    kindOf(was.form.compiled.fields[name]) === kind
      ? [place]
      : [],
  );
  return gone.length === 1 ? gone[0] : undefined;
}

/** Whether the fields that both have stand in the same order. */
function ordersAlike(was: FormOfFlow, is: FormOfFlow): boolean {
  const [former = [], present = []] = [was.schema["x-order"], is.schema["x-order"]];
  const common = (one: readonly string[], other: readonly string[]) =>
    one.filter((field) => other.includes(field)).join(" ");
  return common(former, present) === common(present, former);
}

interface BoundField extends BoundForm {
  readonly schema: FieldSchema;
}

function detailsOf(field: string, was: BoundField, is: BoundField): readonly string[] {
  const [wanted, wants] = [demandOf(was.form, field), demandOf(is.form, field)];
  const [former, present] = [choicesOf(was.schema) ?? [], choicesOf(is.schema) ?? []];
  const choices = [
    ...present.filter((each) => !former.includes(each)).map((each) => `+ ${String(each)}`),
    ...former.filter((each) => !present.includes(each)).map((each) => `− ${String(each)}`),
  ];
  const [placeBefore, place] = [
    fieldPlace(field, was.schema, was.binds),
    fieldPlace(field, is.schema, is.binds),
  ];
  const others = differingMembers(membersOf(was.schema), membersOf(is.schema));
  return [
    ...(wanted === wants ? [] : [`${wants} now`]),
    ...(choices.length === 0 ? [] : [`choices ${choices.join(" ")}`]),
    ...(placeBefore === place
      ? []
      : [`kept at ${place ?? "no place"} now, not at ${placeBefore ?? "no place"}`]),
    ...(others.length === 0 ? [] : [`${others.join(", ")} differs`]),
  ];
}

/** Whether a field has to be answered. */
function demandOf({ schema, requiredWhile, askedWhile }: FormOfFlow, field: string): string {
  if (schema.required?.includes(field) === true)
    return requiredWhile.has(field) || askedWhile.has(field) ? "required of some" : "required";
  const { properties: _, ...branches } = schema;
  return requires(branches as unknown as Json, field) ? "required of some" : "optional";
}

/** Whether a branch of a form requires a field. */
function requires(part: Json, field: string): boolean {
  if (Array.isArray(part)) return part.some((each: Json) => requires(each, field));
  if (!isObject(part)) return false;
  const { required, allOf = null, then = null, else: other = null } = part;
  return (
    (Array.isArray(required) && required.includes(field)) ||
    [allOf, then, other].some((each) => requires(each, field))
  );
}

/** The members of a field without those that have lines of their own: choices and place. */
function membersOf({ enum: _, "x-bind": __, items, ...rest }: FieldSchema): object {
  return { ...rest, ...(items === undefined ? {} : { items: { ...items, enum: null } }) };
}

/** Members of a form beside its fields and what they demand. */
function restOf({ schema }: FormOfFlow): object {
  const { properties: _, required: __, "x-order": ___, ...rest } = schema;
  return rest;
}

function differingMembers(was: object, is: object): readonly string[] {
  const [former, present] = [new Map(Object.entries(was)), new Map(Object.entries(is))] as [
    Map<string, Json>,
    Map<string, Json>,
  ];
  return [...new Set([...former.keys(), ...present.keys()])].filter(
    (member) => JSON.stringify(former.get(member)) !== JSON.stringify(present.get(member)),
  );
}

/** The place of the state that the first screen with a form is bound to. */
function bindsOf(flow: CompiledVariant, form: string): string | undefined {
  return [...flow.screens.values()].find(({ definition }) => definition.form === form)?.definition
    .binds;
}
