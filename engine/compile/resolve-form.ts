import type { FormSchema } from "../language/form.ts";
import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
import { layOverlay } from "./lay-overlay.ts";

/**
 * Takes the fields out of a form whose `x-when` does not hold for a variant: from its properties, branches, order
 * and requirements alike; lays over a field what its `x-where` says for the variant, and lifts a requirement whose
 * `x-required` does not hold. Rules that refuse a field which is taken out go with it. What is left is plain JSON Schema.
 *
 * @param holds whether a rule of a field holds; told where it stands
 */
export function resolveForm(
  schema: FormSchema,
  holds: (rule: Json, pointer: string) => boolean,
): FormSchema {
  const gone = new Set<string>();
  const lifted = new Set<string>();
  const laid = new Map<JsonObject, JsonObject>();
  const away = new Set<string>();
  const collect = (part: Json | undefined, pointer: string): void => {
    if (!isObject(part)) return;
    const { properties, allOf } = part;
    if (isObject(properties)) {
      for (const [name, field] of Object.entries(properties)) {
        if (!isObject(field)) continue;
        const rule = field["x-when"];
        if (rule !== undefined && !holds(rule, `${pointer}/properties/${name}/x-when`))
          gone.add(name);
        const needed = field["x-required"];
        if (needed !== undefined && !holds(needed, `${pointer}/properties/${name}/x-required`))
          lifted.add(name);
        const cases = field["x-where"];
        for (const [index, each] of (Array.isArray(cases) ? cases : []).entries()) {
          if (
            !isObject(each) ||
            !holds(each["when"] ?? true, `${pointer}/properties/${name}/x-where/${index}/when`)
          )
            continue;
          laid.set(field, layOverlay(laid.get(field) ?? field, each["then"] ?? {}) as JsonObject);
        }
        const offered = field["x-offered"];
        for (const [choice, each] of Object.entries(asObject(offered))) {
          if (!holds(each, `${pointer}/properties/${name}/x-offered/${choice}`))
            away.add(`${name} ${choice}`);
        }
        // A question without any answer is not asked.
        const choices = choicesIn(field);
        if (
          Array.isArray(choices) &&
          choices.every((choice: Json) => away.has(`${name} ${String(choice)}`))
        )
          gone.add(name);
      }
    }
    for (const branch of ["then", "else"]) collect(part[branch], `${pointer}/${branch}`);
    if (Array.isArray(allOf))
      allOf.forEach((each: Json, at) => collect(each, `${pointer}/allOf/${at}`));
  };
  collect(schema as unknown as JsonObject, "");
  return without(schema as unknown as JsonObject, {
    gone,
    lifted,
    away,
    laid,
  }) as unknown as FormSchema;
}

/** Names of all fields of a form, in whatever branch they stand. */
export function declaredFields(schema: FormSchema): readonly string[] {
  const collect = (part: Json | undefined): readonly string[] => {
    if (!isObject(part)) return [];
    const { properties, allOf } = part;
    return [
      ...(isObject(properties) ? Object.keys(properties) : []),
      ...["if", "then", "else"].flatMap((branch) => collect(part[branch])),
      ...(Array.isArray(allOf) ? allOf.flatMap((each: Json) => collect(each)) : []),
    ];
  };
  return [...new Set(collect(schema as unknown as JsonObject))];
}

function unconditional(name: string, field: Json, { away, laid }: Settled): Json {
  if (!isObject(field)) return field;
  const { "x-when": _, "x-offered": __, "x-required": ___, ...rest } = laid.get(field) ?? field;
  const choices = choicesIn(rest);
  if (!Array.isArray(choices)) return rest;
  const offered = choices.filter((choice: Json) => !away.has(`${name} ${String(choice)}`));
  return rest["type"] === "array"
    ? severalOf(rest, { ...asObject(rest["items"]), enum: offered })
    : { ...rest, enum: offered };
}

/** The choices of a field, of one that takes several too. */
function choicesIn(field: JsonObject): Json | undefined {
  return field["type"] === "array" ? asObject(field["items"])["enum"] : field["enum"];
}

/** A field that takes several choices, as JSON Schema: each once, and the one that stands for none of them alone. */
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

/** What the rules of the fields came to. */
interface Settled {
  readonly gone: ReadonlySet<string>;
  /** Fields that need not be answered. */
  readonly lifted: ReadonlySet<string>;
  /** Choices that are not offered: `field choice`. */
  readonly away: ReadonlySet<string>;
  /** Fields as they are in this variant, by how they were declared. */
  readonly laid: ReadonlyMap<JsonObject, JsonObject>;
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
      // Nobody could mend what a rule refuses in a field that is not asked.
      if (key === "x-rules" && Array.isArray(value))
        return [
          key,
          value.filter((rule: Json) => !isObject(rule) || !gone.has(String(rule["field"]))),
        ];
      // A condition stays as it is: it asks about an answer that is then not there.
      if ((key === "then" || key === "else") && isObject(value))
        return [key, without(value, settled)];
      if (key === "allOf" && Array.isArray(value))
        return [key, value.map((each: Json) => (isObject(each) ? without(each, settled) : each))];
      return [key, value];
    }),
  );
}
