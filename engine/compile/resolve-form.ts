import { formJson, formOf, type FormSchema } from "../language/form.ts";
import { asList, asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { fieldsOf } from "../validate/all-fields.ts";
import { layOverlay } from "./lay-overlay.ts";
import { offerSame } from "./offer-same.ts";

/** A field's rule in a variant: true, false, or the rest that reads the state. */
export type SettledRule = boolean | { readonly left: Json };

/**
 * Resolves a form for a variant. Fields whose `x-when` does not hold are removed from its
 * properties, branches, order and requirements; `x-where` is laid over a field, `x-required` lifts
 * a requirement, `x-offered` removes choices. Rules that refuse a removed field go with it. The
 * result is plain JSON Schema, with those parts of `x-when`, `x-required` and `x-offered` that read
 * the state. Without `x-order` the fields keep the order in which they are written.
 *
 * @param settle evaluates a rule, given its place; a `case` of `x-where` must evaluate fully
 */
export function resolveForm(
  schema: FormSchema,
  settle: (rule: Json, pointer: string, of: "field" | "case") => SettledRule,
): FormSchema {
  const settled: Settled = {
    gone: new Set(),
    lifted: new Set(),
    withheld: new Set(),
    laid: new Map(),
    left: new Map(),
  };
  const { gone, lifted, withheld, laid, left } = settled;
  const settleField = (name: string, field: JsonObject, at: string): void => {
    const rules: Record<string, Json> = {};
    const holds = (rule: Json | undefined, word: string) => {
      const verdict = rule === undefined ? true : settle(rule, `${at}/${word}`, "field");
      if (typeof verdict === "object") rules[word] = verdict.left;
      return verdict !== false;
    };
    if (!holds(field["x-when"], "x-when")) gone.add(name);
    if (!holds(field["x-required"], "x-required")) lifted.add(name);
    const cases = field["x-where"];
    for (const [index, each] of asList(cases).entries())
      if (
        isObject(each) &&
        settle(each["when"] ?? true, `${at}/x-where/${index}/when`, "case") === true
      )
        laid.set(field, layOverlay(laid.get(field) ?? field, each["then"] ?? {}) as JsonObject);
    const offered: Record<string, Json> = {};
    for (const [choice, each] of Object.entries(asObject(field["x-offered"]))) {
      const verdict = settle(each, `${at}/x-offered/${choice}`, "field");
      if (verdict === false) withheld.add(`${name} ${choice}`);
      if (typeof verdict === "object") offered[choice] = verdict.left;
    }
    if (Object.keys(offered).length > 0) rules["x-offered"] = offered;
    left.set(field, rules);
    // A question without any choice is not asked.
    const choices = choicesIn(field);
    if (
      Array.isArray(choices) &&
      choices.every((choice: Json) => withheld.has(`${name} ${String(choice)}`))
    )
      gone.add(name);
  };
  const collect = (part: Json | undefined, pointer: string): void => {
    if (!isObject(part)) return;
    const { properties, allOf } = part;
    for (const [name, field] of Object.entries(asObject(properties)))
      if (isObject(field)) settleField(name, field, `${pointer}/properties/${name}`);
    for (const branch of ["then", "else"]) collect(part[branch], `${pointer}/${branch}`);
    if (Array.isArray(allOf))
      allOf.forEach((each: Json, at) => collect(each, `${pointer}/allOf/${at}`));
  };
  collect(formJson(schema), "");
  const { "x-order": order = Object.keys(fieldsOf(schema)) } = schema;
  const open = without(formJson({ ...schema, "x-order": order }), settled);
  return formOf(offerSame(open));
}

/** Names of all fields of a form, from every branch. */
export function declaredFields(schema: FormSchema): readonly string[] {
  const collect = (part: Json | undefined): readonly string[] => {
    if (!isObject(part)) return [];
    const { properties, allOf } = part;
    return [
      ...(isObject(properties) ? Object.keys(properties) : []),
      ...["if", "then", "else"].flatMap((branch) => collect(part[branch])),
      ...asList(allOf).flatMap((each: Json) => collect(each)),
    ];
  };
  return [...new Set(collect(formJson(schema)))];
}

function unconditional(name: string, field: Json, { withheld, laid, left }: Settled): Json {
  if (!isObject(field)) return field;
  const { "x-when": _, "x-offered": __, "x-required": ___, ...own } = laid.get(field) ?? field;
  const rest: JsonObject = { ...own, ...left.get(field) };
  const choices = choicesIn(rest);
  if (!Array.isArray(choices)) return rest;
  const offered = choices.filter((choice: Json) => !withheld.has(`${name} ${String(choice)}`));
  return rest["type"] === "array"
    ? severalOf(rest, { ...asObject(rest["items"]), enum: offered })
    : { ...rest, enum: offered };
}

/** The choices of a field, of one with several choices too. */
function choicesIn(field: JsonObject): Json | undefined {
  return field["type"] === "array" ? asObject(field["items"])["enum"] : field["enum"];
}

/** A field with several choices as JSON Schema: each once, and "none of these" alone. */
function severalOf(field: JsonObject, items: JsonObject): JsonObject {
  const none = field["x-none"];
  return {
    ...field,
    items,
    uniqueItems: true,
    ...(none === undefined
      ? {}
      : { not: { type: "array", contains: { const: none }, minItems: 2 } }),
  };
}

/** The results of the fields' rules. */
interface Settled {
  readonly gone: Set<string>;
  /** Fields that need no answer. */
  readonly lifted: Set<string>;
  /** Choices that are not offered: `field choice`. */
  readonly withheld: Set<string>;
  /** Fields of this variant by their declaration. */
  readonly laid: Map<JsonObject, JsonObject>;
  /** The remaining rules of a field, by its declaration. */
  readonly left: Map<JsonObject, JsonObject>;
}

function without(part: JsonObject, settled: Settled): JsonObject {
  const { gone, lifted } = settled;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === "properties" && isObject(value))
        return [
          key,
          Object.fromEntries(
            Object.entries(value).flatMap(([name, field]) =>
              gone.has(name) ? [] : [[name, unconditional(name, field, settled)]],
            ),
          ),
        ];
      if ((key === "required" || key === "x-order") && Array.isArray(value))
        return [
          key,
          value.filter(
            (name: Json) =>
              !gone.has(String(name)) && (key === "x-order" || !lifted.has(String(name))),
          ),
        ];
      // A rule that refuses a field which is not asked could not be satisfied.
      if (key === "x-rules" && Array.isArray(value))
        return [
          key,
          value.filter((rule: Json) => !isObject(rule) || !gone.has(String(rule["field"]))),
        ];
      // A condition stays as it is: its answer is then absent.
      if ((key === "then" || key === "else") && isObject(value))
        return [key, without(value, settled)];
      if (key === "allOf" && Array.isArray(value))
        return [key, value.map((each: Json) => (isObject(each) ? without(each, settled) : each))];
      return [key, value];
    }),
  );
}
