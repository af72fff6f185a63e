import type { ChoicesDefinition, FieldSchema } from "../language/form.ts";
import { asList, isObject, type Json, type JsonObject } from "../language/json.ts";
import type { BroughtChoice, BroughtChoices } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles the choices that answers bring (`x-choices`), by field. */
export function compileChoices(
  form: string,
  fields: Readonly<Record<string, FieldSchema>>,
  compiler: RuleCompiler,
): ReadonlyMap<string, BroughtChoices> {
  return new Map(
    Object.entries(fields).flatMap(([field, { "x-choices": definition }]) => {
      if (definition === undefined) return [];
      const { from } = definition;
      const rule = compiler.rule(
        typeof from === "string" ? { var: from } : from,
        `/forms/${form}/properties/${field}/x-choices/from`,
      );
      return rule === undefined
        ? []
        : [[field, (facts: JsonObject) => choicesIn(rule.evaluate(facts), definition)] as const];
    }),
  );
}

function choicesIn(list: Json | undefined, definition: ChoicesDefinition): BroughtChoice[] {
  const seen = new Set<string>();
  return asList(list).flatMap((each: Json) => {
    if (!isObject(each)) return [];
    const value = textOf(each[definition.value]);
    const label = textOf(each[definition.label]);
    if (value === "" || label === "" || seen.has(value)) return [];
    seen.add(value);
    const hint = definition.hint === undefined ? "" : textOf(each[definition.hint]);
    return [{ value, label, ...(hint === "" ? {} : { hint }) }];
  });
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
