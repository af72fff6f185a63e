import type { JsonObject } from "../../engine/language/json.ts";
import { compileFormats } from "../../engine/validate/ajv-formats.ts";
import type { CompiledForm } from "../../engine/validate/form.ts";
import { ANNOTATIONS } from "../../engine/validate/form-annotations.ts";
import type { CompiledFormat } from "../../engine/validate/format.ts";
import { compileSchema, FORM_OPTIONS, schemaCompiler } from "../../engine/validate/json-schema.ts";
import { shippedLibrary } from "../definitions.ts";
import { contest, type Contestant } from "./contest.ts";
import { submissionsOf, SUBMITTED_FORMS, type SubmittedForm } from "./form-submissions.ts";
import { zodForms } from "./peers/zod-forms.ts";

/** How the validation of forms is measured. */
export interface FormsBench {
  readonly rounds: number;
}

const TODAY = "2026-03-01";
const SUBMISSIONS = 500;

/** What a form is measured by on both sides. */
interface MeasuredForm {
  readonly form: SubmittedForm;
  readonly compiled: CompiledForm;
  readonly formats: ReadonlyMap<string, CompiledFormat>;
}

/**
 * Forms of the documents, validated by Foyer with the field and message of each problem, beside the
 * form's schema compiled by Ajv and the same by hand in zod. All call the same checks of formats
 * and find the same fields wrong.
 */
export async function measureForms({ rounds }: FormsBench): Promise<void> {
  const flow = (await shippedLibrary()).flows.get("merchant-signup");
  const [variant] = flow?.variants ?? [];
  if (flow === undefined || variant === undefined) throw new Error("there is no flow to measure");
  const { forms, formats: definitions } = flow.variant(variant);
  const formats = compileFormats(definitions);
  const measured = SUBMITTED_FORMS.map((form): MeasuredForm => {
    const compiled = forms.get(form)?.compiled;
    if (compiled === undefined) throw new Error(`there is no form ${form} to measure`);
    return { form, compiled, formats };
  });
  const peers = zodForms(formats, TODAY);
  for (const share of [1, 0.5, 0]) {
    const submissions = measured.flatMap(({ form }, at) =>
      submissionsOf(form, { count: SUBMISSIONS, rightShare: share, seed: at }).map((data) => ({
        at,
        data,
      })),
    );
    console.log(
      `${share === 1 ? "" : "\n"}Forms: ${submissions.length} submissions of ${measured.length} forms, ${share * 100} % of them without a mistake; processor time`,
    );
    const sides = measured.map((each) => ({
      ajv: ajvOf(each),
      zod: peers[each.form],
      foyer: foyerOf(each),
    }));
    const side =
      (name: "ajv" | "zod" | "foyer"): Contestant<(typeof submissions)[number]>["answer"] =>
      ({ at, data }) =>
        sides[at]?.[name](data);
    contest(
      [
        { name: "Ajv, compiled", answer: side("ajv") },
        { name: "Foyer, fields and messages", answer: side("foyer") },
        { name: "zod", answer: side("zod") },
      ],
      submissions,
      { rounds, ms: 100 },
    );
  }
}

function ajvOf({ compiled, formats }: MeasuredForm): (data: JsonObject) => boolean {
  const ajv = schemaCompiler(FORM_OPTIONS);
  ajv.addVocabulary([...ANNOTATIONS]);
  for (const [name, format] of formats)
    ajv.addFormat(name, (text: string) => format.validate(text, { today: TODAY }) === undefined);
  const validate = compileSchema(ajv, compiled.schema);
  return (data) => validate(data);
}

function foyerOf({ compiled }: MeasuredForm): (data: JsonObject) => boolean {
  const given = { today: TODAY, facts: {} };
  return (data) => compiled.validate(data, given).problems.length === 0;
}
