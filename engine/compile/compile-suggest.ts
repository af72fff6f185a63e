import type { FieldSchema, SuggestDefinition } from "../language/form.ts";
import type { CompiledSuggest } from "./compiled-variant.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles the suggestions of a form's fields, by field. */
export function compileSuggests(
  form: string,
  fields: Readonly<Record<string, FieldSchema>>,
  workshop: RuleCompiler,
): ReadonlyMap<string, CompiledSuggest> {
  return new Map(
    Object.entries(fields).flatMap(([field, { "x-suggest": definition }]) =>
      definition === undefined
        ? []
        : [
            [
              field,
              compileSuggest(definition, `/forms/${form}/properties/${field}/x-suggest`, workshop),
            ] as const,
          ],
    ),
  );
}

function compileSuggest(
  definition: SuggestDefinition,
  at: string,
  workshop: RuleCompiler,
): CompiledSuggest {
  return {
    definition,
    items: workshop.template(definition.items, `${at}/items`),
    with: workshop.template(definition.with, `${at}/with`),
    choose:
      definition.choose === undefined
        ? undefined
        : {
            call: definition.choose.call,
            fills: workshop.templates(definition.choose.fills, `${at}/choose/fills`),
          },
    fallback: workshop.template(definition.fallback, `${at}/fallback`),
    initial: workshop.template(definition.initial, `${at}/initial`),
    chosen: workshop.template(definition.chosen, `${at}/chosen`),
    notes: Object.entries(definition.notes ?? {}).map(([tone, note]) => ({
      tone,
      copy: note.copy,
      href: workshop.rule(note.href, `${at}/notes/${tone}/href`, ["text"]),
    })),
  };
}
