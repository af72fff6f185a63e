import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { fieldPlace } from "../language/field-place.ts";
import { isObject, type Json, type JsonObject } from "../language/json.ts";
import { unescapeSegment } from "../source/json-pointer.ts";
import type { Facts } from "../transition/facts.ts";
import { validateSubmission } from "../transition/submission.ts";
import { decidingFields } from "../validate/fields.ts";
import { fieldSamples } from "../compile/check/values/field-samples.ts";
import type { RuleConstants } from "./rule-constants.ts";

/** Maximum number of answers of one form. */
const MOST = 32;

/** Maximum number of combinations of the fields that decide about others. */
const COMBINATIONS = 24;

/** Maximum number of answers of fixtures that one form is given. */
const EXAMPLES = 4;

/** Maximum number of attempts to mend one answer. */
const MENDINGS = 12;

type Samples = ReadonlyMap<string, readonly Json[]>;

/** A form on its screen, in one state. */
export interface ShownForm {
  readonly flow: CompiledVariant;
  readonly screen: CompiledScreen;
  readonly form: FormOfFlow;
  readonly facts: Facts;
  readonly constants: RuleConstants;
  /** Answers that fixtures give to forms. */
  readonly examples?: readonly JsonObject[];
}

/** The answers that a form accepts; without any, the fields that refuse. */
export interface FormAnswers {
  /** Each is accepted; the plainest first. */
  readonly answers: readonly JsonObject[];
  /** Where no answer was accepted: the fields that refused the plainest one; else empty. */
  readonly refusing: readonly string[];
}

/**
 * Generates answers that a form accepts: all fields, those of fixtures, the required ones alone,
 * every combination of the fields that decide about others, and every sample of each field; at most
 * 32.
 *
 * @returns also the fields that refused, where no answer was accepted
 */
export function formAnswers(shown: ShownForm): FormAnswers {
  const samples = samplesOf(shown);
  const plain = Object.fromEntries(
    [...samples].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])),
  );
  const found = new Map<string, JsonObject>();
  const add = (data: JsonObject): void => {
    if (found.size >= MOST) return;
    const accepted = acceptedAnswer(shown, samples, data);
    if (accepted !== undefined) found.set(JSON.stringify(accepted), accepted);
  };
  add(plain);
  for (const example of examplesFor(shown)) add(example);
  const refusing = found.size > 0 ? [] : refusedFields(shown, plain);
  for (const each of combinationsOf(decidingFields(shown.form.schema), samples))
    add({ ...plain, ...each });
  add(withoutOptional(shown, plain));
  for (const [name, values] of samples)
    for (const value of values.slice(1)) add({ ...plain, [name]: value });
  return { answers: [...found.values()], refusing: found.size > 0 ? [] : refusing };
}

/** Answers of fixtures that have fields of the form alone. */
function examplesFor({ form, examples = [] }: ShownForm): readonly JsonObject[] {
  const { fields } = form.compiled;
  return examples
    .filter((example) => Object.keys(example).every((name) => Object.hasOwn(fields, name)))
    .slice(0, EXAMPLES);
}

function samplesOf({ flow, screen, form, facts, constants }: ShownForm): Samples {
  const { formats } = flow;
  const today = String(facts["today"] ?? "");
  return new Map(
    Object.entries(form.compiled.fields).map(([name, schema]) => {
      const place = fieldPlace(name, schema, screen.definition.binds) ?? `form.${name}`;
      const compared = [...new Set([...constants.of(place), ...constants.of(`form.${name}`)])];
      const field = { form, name, facts, constants: compared, formats, today };
      return [name, fieldSamples(field)];
    }),
  );
}

/** The answer as the form takes it, mended where a field refuses; undefined where none is found. */
function acceptedAnswer(
  shown: ShownForm,
  samples: Samples,
  data: JsonObject,
): JsonObject | undefined {
  const { form, screen, facts } = shown;
  const tried = new Map<string, number>();
  let answer = data;
  for (let mending = 0; mending < MENDINGS; mending++) {
    const { data: valid, problems } = validateSubmission(form, screen, answer, facts);
    if (problems.length === 0)
      return Object.fromEntries(
        Object.entries(answer).filter(([name]) => Object.hasOwn(valid, name)),
      );
    for (const { pointer } of problems) {
      const name = unescapeSegment(pointer.split("/")[1] ?? "");
      const at = (tried.get(name) ?? 0) + 1;
      tried.set(name, at);
      const next = samples.get(name)?.[at];
      const { [name]: _, ...rest } = answer;
      answer = next === undefined ? rest : { ...rest, [name]: next };
    }
  }
  return undefined;
}

function refusedFields({ form, screen, facts }: ShownForm, data: JsonObject): readonly string[] {
  return validateSubmission(form, screen, data, facts).problems.map(({ pointer }) =>
    unescapeSegment(pointer.split("/")[1] ?? ""),
  );
}

/** The answer without the fields that the form can do without. */
function withoutOptional(shown: ShownForm, data: JsonObject): JsonObject {
  const refused = new Set(refusedFields(shown, {}));
  const { form, screen, facts } = shown;
  let kept: JsonObject = Object.fromEntries(
    Object.entries(data).filter(([name]) => refused.has(name)),
  );
  // A branch may require more once its condition is answered.
  for (let round = 0; round < MENDINGS; round++) {
    const { problems } = validateSubmission(form, screen, kept, facts);
    const missing = problems
      .map(({ pointer }) => unescapeSegment(pointer.split("/")[1] ?? ""))
      .filter((name) => !Object.hasOwn(kept, name) && data[name] !== undefined);
    if (missing.length === 0) break;
    kept = { ...kept, ...Object.fromEntries(missing.map((name) => [name, data[name] ?? null])) };
  }
  return kept;
}

/** Every combination of the samples of some fields, the first of each first. */
function combinationsOf(names: ReadonlySet<string>, samples: Samples): readonly JsonObject[] {
  let made: readonly JsonObject[] = [{}];
  for (const name of names) {
    const values = (samples.get(name) ?? []).filter((value) => !isObject(value));
    if (values.length === 0) continue;
    const next = made.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    if (next.length > COMBINATIONS) break;
    made = next;
  }
  return made;
}
