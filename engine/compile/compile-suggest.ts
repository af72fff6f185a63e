import type { FieldSchema, SuggestDefinition } from "../language/form.ts";
import type { CompiledSuggest } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles the suggestions of a form's fields, by field. */
export function compileSuggests(
  form: string,
  fields: Readonly<Record<string, FieldSchema>>,
  compiler: RuleCompiler,
): ReadonlyMap<string, CompiledSuggest> {
  return new Map(
    Object.entries(fields).flatMap(([field, { "x-suggest": definition }]) =>
      definition === undefined
        ? []
        : [
            [
              field,
              compileSuggest(definition, `/forms/${form}/properties/${field}/x-suggest`, compiler),
            ] as const,
          ],
    ),
  );
}

function compileSuggest(
  definition: SuggestDefinition,
  at: string,
  compiler: RuleCompiler,
): CompiledSuggest {
  return {
    definition,
    items: compiler.template(definition.items, `${at}/items`),
    with: compiler.template(definition.with, `${at}/with`),
    choose:
      definition.choose === undefined
        ? undefined
        : {
            call: definition.choose.call,
            fills: compiler.templates(definition.choose.fills, `${at}/choose/fills`),
          },
    fallback: compiler.template(definition.fallback, `${at}/fallback`),
    initial: compiler.template(definition.initial, `${at}/initial`),
    chosen: compiler.template(definition.chosen, `${at}/chosen`),
    notes: Object.entries(definition.notes ?? {}).map(([tone, note]) => ({
      tone,
      copy: note.copy,
      href: compiler.rule(note.href, `${at}/notes/${tone}/href`, ["text"]),
    })),
  };
}
