import type { FieldSchema, FormSchema } from "../language/form.ts";
import type { Json } from "../language/json.ts";
import { closest } from "../source/closest.ts";
import { mentionsOf } from "../validate/fields.ts";
import { compileForm, type FormReport } from "../validate/form.ts";
import type { CompiledFormat } from "../validate/format.ts";
import { validatorMistakes } from "./mistakes/validator-mistakes.ts";
import { formMistakes } from "./mistakes/form-mistakes.ts";
import { compileChoices } from "./compile-choices.ts";
import { compileSuggests } from "./compile-suggest.ts";
import type { FormOfFlow } from "./compiled-variant.ts";
import { declaredFields } from "./resolve-form.ts";
import type { RuleCompiler } from "./rule-compiler.ts";
import { piiPaths } from "./state-schema.ts";
import { memoize } from "../language/memoize.ts";

/** A form with overlays laid: as it is declared, and as it is resolved for a variant. */
interface FormSource {
  readonly declared: FormSchema;
  readonly schema: FormSchema;
}

/** Compiles a form of a variant: its validators, and the rules of its fields. */
export function compileFormOfFlow(
  name: string,
  { declared, schema }: FormSource,
  formats: ReadonlyMap<string, CompiledFormat>,
  compiler: RuleCompiler,
): FormOfFlow {
  const rules = (schema["x-rules"] ?? []).flatMap((rule) => {
    const index = (declared["x-rules"] ?? []).indexOf(rule);
    const when = compiler.condition(rule.when, `/forms/${name}/x-rules/${index}/when`);
    return when === undefined
      ? []
      : [{ id: rule.id, when, field: rule.field, message: rule.message }];
  });
  const report: FormReport = (pointer, message, unknown) =>
    compiler.reporter.at(`/forms/${name}${pointer}`, {
      code: "FLOW-FORM",
      message,
      about: unknown === undefined ? [] : [unknown.name],
      suggestion: unknown === undefined ? undefined : closest(unknown.name, unknown.known),
    });
  const compiled = compileForm(schema, formats, rules, report);
  reportUnknownFormats(declared, formats, report);
  const mistakes = [...declaredMistakes(declared), ...formMistakes(schema, declared)];
  // A mistake that prevents the validators is reported once.
  for (const { pointer, ...problem } of mistakes.length > 0
    ? mistakes
    : validatorMistakes(compiled))
    compiler.reporter.at(`/forms/${name}${pointer}`, problem);
  const { fields } = compiled;
  return {
    schema,
    compiled,
    rules,
    ...compileFieldRules(name, fields, compiler),
    declared: declaredFields(declared),
    pii: piiPaths({ properties: fields as unknown as Json }),
    choices: compileChoices(name, fields, compiler),
    suggests: compileSuggests(name, fields, compiler),
  };
}

/** Mistakes of forms as declared, in any variant. */
const declaredMistakes = memoize((declared: FormSchema) => formMistakes(declared, declared));

/** Reports formats that formats.yaml lacks, even of a field that every present variant hides. */
function reportUnknownFormats(
  declared: FormSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
  report: FormReport,
): void {
  for (const [field, { format, "x-where": cases }] of mentionsOf(declared))
    for (const each of [
      format,
      ...(cases ?? []).map(({ then }) => (then as Partial<FieldSchema>).format),
    ])
      if (each !== undefined && !formats.has(each))
        report(`/properties/${field}/format`, `There is no format "${each}" in formats.yaml`, {
          name: each,
          known: formats.keys(),
        });
}

/** The rules and templates of a form's fields, by field. */
function compileFieldRules(
  name: string,
  fields: Readonly<Record<string, FieldSchema>>,
  compiler: RuleCompiler,
) {
  /** Compiles a member of every field that has it. */
  const each = <Member extends keyof FieldSchema, Made>(
    member: Member,
    compile: (given: NonNullable<FieldSchema[Member]>, pointer: string) => Made | undefined,
  ): ReadonlyMap<string, Made> =>
    new Map(
      Object.entries(fields).flatMap(([field, { [member]: given }]) => {
        const pointer = `/forms/${name}/properties/${field}/${member}`;
        const made = given === undefined ? undefined : compile(given, pointer);
        return made === undefined ? [] : [[field, made] as const];
      }),
    );
  return {
    with: each("x-with", (given, pointer) => compiler.templates(given, pointer)),
    initial: each("x-initial", (given, pointer) => compiler.template(given, pointer)),
    same: each("x-same", (given, pointer) => compiler.templates(given, pointer)),
    computed: each("x-computed", (given, pointer) => compiler.rule(given, pointer)),
    askedWhile: each("x-when", (given, pointer) => compiler.condition(given, pointer)),
    requiredWhile: each("x-required", (given, pointer) => compiler.condition(given, pointer)),
    offered: each("x-offered", (choices, pointer) =>
      presentMap(choices, (given, choice) => compiler.condition(given, `${pointer}/${choice}`)),
    ),
  };
}

function presentMap<Given, Made>(
  given: Readonly<Record<string, Given>>,
  compile: (value: Given, name: string) => Made | undefined,
): ReadonlyMap<string, Made> {
  return new Map(
    Object.entries(given).flatMap(([name, value]) => {
      const made = compile(value, name);
      return made === undefined ? [] : [[name, made] as const];
    }),
  );
}
