import { formJson, formOf, type FieldSchema, type FormSchema } from "../language/form.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { compileForm } from "../validate/form.ts";
import type { CompiledFormat } from "../validate/format.ts";
import type { CompiledScreen } from "./compiled-screen.ts";
import type { CompiledParts, FormOfFlow } from "./compiled-variant.ts";
import { memoize } from "../language/memoize.ts";

/**
 * Compiles the parts in which screens ask for their forms, by screen. A part that has no field in
 * the variant is left out. Each part has a form of its own, with validators of its own.
 */
export function compileParts(
  screens: Iterable<CompiledScreen>,
  forms: ReadonlyMap<string, FormOfFlow>,
  formats: ReadonlyMap<string, CompiledFormat>,
): ReadonlyMap<string, CompiledParts> {
  const made = new Map<string, CompiledParts>();
  for (const { id, definition, partsWhen: when } of screens) {
    const form = forms.get(definition.form ?? "");
    if (definition.parts === undefined || form === undefined) continue;
    const parts = definition.parts.pages.flatMap((page) => {
      const fields = fieldsOfPart(page.fields, form.compiled.fields);
      return fields.size === 0 ? [] : [{ id: page.id, form: partOf(form, fields, formats) }];
    });
    made.set(id, { when, parts, formats });
  }
  return made;
}

/** The fields that a part names: itself, or every field of a group by the group's name. */
export function fieldsOfPart(
  named: readonly string[],
  fields: Readonly<Record<string, FieldSchema>>,
): ReadonlySet<string> {
  return new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      named.includes(name) || named.includes(field["x-part"]?.split(".")[0] ?? "") ? [name] : [],
    ),
  );
}

/** Forms of parts by their whole form, which variants share, and by their fields. */
const partsOf = memoize((_: FormOfFlow) => new Map<string, FormOfFlow>());

function partOf(
  whole: FormOfFlow,
  fields: ReadonlySet<string>,
  formats: ReadonlyMap<string, CompiledFormat>,
): FormOfFlow {
  const parts = partsOf(whole);
  const key = [...fields].join(" ");
  const part = parts.get(key) ?? makePart(whole, fields, formats);
  parts.set(key, part);
  return part;
}

function makePart(
  whole: FormOfFlow,
  fields: ReadonlySet<string>,
  formats: ReadonlyMap<string, CompiledFormat>,
): FormOfFlow {
  const schema = partSchema(whole.schema, fields);
  const rules = whole.rules.filter(({ field }) => fields.has(field));
  const only = <T>(members: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...members].filter(([field]) => fields.has(field)));
  return {
    schema,
    // The mistakes of the whole form are reported already.
    compiled: compileForm(schema, formats, rules, () => undefined),
    rules,
    declared: whole.declared.filter((field) => fields.has(field)),
    pii: whole.pii.filter(({ path }) => fields.has(path.split(".")[0] ?? path)),
    with: only(whole.with),
    initial: only(whole.initial),
    same: only(whole.same),
    askedWhile: only(whole.askedWhile),
    requiredWhile: only(whole.requiredWhile),
    computed: only(whole.computed),
    offered: only(whole.offered),
    choices: only(whole.choices),
    suggests: only(whole.suggests),
  };
}

/**
 * The schema of a form with some of its fields: its conditions stay where they bring one of them.
 */
export function partSchema(schema: FormSchema, fields: ReadonlySet<string>): FormSchema {
  const rules = schema["x-rules"]?.filter(({ field }) => fields.has(field)) ?? [];
  const { "x-rules": _, ...rest } = schema;
  return {
    ...formOf(branchOf(formJson(rest), fields)),
    ...(rules.length === 0 ? {} : { "x-rules": rules }),
  };
}

function branchOf(branch: JsonObject, fields: ReadonlySet<string>): JsonObject {
  const made: Record<string, Json> = {};
  for (const [key, value] of Object.entries(branch)) {
    if (key === "properties" && isObject(value))
      made[key] = Object.fromEntries(Object.entries(value).filter(([name]) => fields.has(name)));
    else if ((key === "required" || key === "x-order") && Array.isArray(value))
      made[key] = value.filter((name: Json) => fields.has(String(name)));
    else if ((key === "then" || key === "else") && isObject(value)) {
      const inner = branchOf(value, fields);
      if (saysSomething(inner)) made[key] = inner;
    } else if (key === "allOf" && Array.isArray(value)) {
      const each = value.flatMap((one: Json) => (isObject(one) ? [branchOf(one, fields)] : []));
      const kept = each.filter((one) => saysSomething(one));
      if (kept.length > 0) made[key] = kept;
    } else made[key] = value;
  }
  if (made["then"] === undefined && made["else"] === undefined) delete made["if"];
  return made;
}

/** Whether a branch has a field, or asks for one. */
function saysSomething(branch: JsonObject): boolean {
  const { properties, required, allOf, then, else: other } = branch;
  return (
    (isObject(properties) && Object.keys(properties).length > 0) ||
    (Array.isArray(required) && required.length > 0) ||
    [allOf, then, other].some((part) => part !== undefined)
  );
}
