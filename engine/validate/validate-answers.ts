import type { ErrorObject } from "ajv/dist/2020.js";
import type { FieldSchema, FormSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import { childPointer, unescapeSegment } from "../source/json-pointer.ts";
import type { FormatCheckContext } from "./checks/check.ts";
import { asksFor, pointerOfError } from "./error-field.ts";
import type { FieldProblem } from "./field-problem.ts";
import { activeFields, isUnticked } from "./fields.ts";
import { fileCauseOf, fileParameters, refusalOfValue } from "./files.ts";
import type { FormValidators, Refusal } from "./form-validators.ts";
import type { CompiledFormat } from "./format.ts";
import type { KnownField } from "./known-field.ts";
import { messageKey, precedence } from "./message.ts";
import { isStorable, normalizeValue, storedValue } from "./normalize-value.ts";
import { causeOf, paramsOf, type ErrorSubject } from "./problem-cause.ts";
import { FieldProblems } from "./field-problems.ts";

/** The input of a validation beside the answers. */
export interface ValidationContext extends FormatCheckContext {
  readonly facts: JsonObject;
  /** Secret fields with a stored value: left empty, they keep it. */
  readonly kept?: readonly string[];
  /** Fields that are not asked now. */
  readonly unasked?: readonly string[];
  /** Fields that need no answer now. */
  readonly lifted?: readonly string[];
}

/** A rule over the whole form: the field is refused when `when` holds. */
export interface FormRule {
  readonly id: string;
  readonly when: CompiledRule;
  readonly field: string;
  readonly message: string;
}

/** A compiled form's parts that validation reads. */
export interface ReadyForm {
  readonly schema: FormSchema;
  readonly fields: ReadonlyMap<string, KnownField>;
  /** The places of the fields on the screen. */
  readonly places: ReadonlyMap<string, number>;
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  /** The places of the schema's conditions in `conditionsOf`. */
  readonly conditions: ReadonlyMap<object, number>;
  /** Fields that the form has with any answers. */
  readonly always: ReadonlySet<string>;
  /** Boxes that may begin ticked. */
  readonly ticked: readonly string[];
  readonly rules: readonly FormRule[];
}

/** Answers after validation: canonical, of the fields that these answers ask for. */
export interface ValidatedAnswers {
  readonly data: JsonObject;
  /** One a field, in screen order. */
  readonly problems: readonly FieldProblem[];
}

/** Validates data as typed. Never throws, with any data. */
export function validateAnswers(
  form: ReadyForm,
  validators: FormValidators,
  data: JsonObject,
  given: ValidationContext,
): ValidatedAnswers {
  const { run } = validators;
  run.today = given.today;
  const problems = new FieldProblems();
  const { answers, unticked } = activeAnswers(
    form,
    validators,
    normalizedAnswers(form, data, problems),
    given.unasked,
  );
  addBadTexts(form, answers, problems);
  run.refused = [];
  if (!validators.validate(answers)) {
    const context = { given, answers, refused: run.refused };
    for (const error of validators.validate.errors ?? [])
      if (error.keyword !== "if") addError(form, error, context, problems);
  }
  run.refused = undefined;
  addRefusedFiles(form, answers, problems);
  const stored = { ...storedAnswers(form, answers), ...unticked };
  addRules(form, stored, given, problems);
  return { data: stored, problems: problems.inOrder(form.places) };
}

/** Answers in the shape in which they would be saved, valid or not. Never throws, with any data. */
export function answersAsSaved(
  form: ReadyForm,
  validators: FormValidators,
  data: JsonObject,
  unasked: readonly string[],
): JsonObject {
  const answers = normalizedAnswers(form, data, new FieldProblems());
  const active = activeAnswers(form, validators, answers, unasked);
  return { ...storedAnswers(form, active.answers), ...active.unticked };
}

type Answers = Record<string, Json>;

/** How many unknown fields are named: who sends more of them has the rest in hand. */
export const MOST_UNKNOWN = 20;

/** The problem of a field that the form does not have. */
export function unknownField(name: string): FieldProblem {
  const field = name.slice(0, 100);
  return {
    pointer: childPointer("", field),
    code: "validation.unknownField",
    params: { field },
  };
}

function normalizedAnswers(form: ReadyForm, data: JsonObject, problems: FieldProblems): Answers {
  const answers: Answers = {};
  let unknown = 0;
  for (const name of Object.keys(data)) {
    const field = form.fields.get(name);
    if (field === undefined) {
      if (unknown++ < MOST_UNKNOWN) problems.add(unknownField(name), -1);
      continue;
    }
    const made = normalizeValue(data[name] ?? null, field.schema, form.formats);
    if (made !== undefined) answers[name] = made;
  }
  return answers;
}

/**
 * The answers of fields that the form has for them, and the boxes that are not ticked. To the form
 * these are no answer. What is saved of a box that begins ticked and was cleared is no: nothing is
 * sent for it, and a page would tick it again.
 */
function activeAnswers(
  form: ReadyForm,
  validators: FormValidators,
  given: Answers,
  unasked: readonly string[] = [],
): { readonly answers: Answers; readonly unticked: Answers } {
  const isFalse = (name: string) => isUnticked(form.fields.get(name)?.schema, given[name]);
  const unticked = [
    ...Object.keys(given).filter(isFalse),
    ...form.ticked.filter((name) => given[name] === undefined && !unasked.includes(name)),
  ];
  const names = Object.keys(given);
  if (unticked.length === 0 && names.every((name) => form.always.has(name)))
    return { answers: given, unticked: {} };
  const answers = Object.fromEntries(Object.entries(given).filter(([name]) => !isFalse(name)));
  const active = activeFields(form.schema, (condition) =>
    validators.holds(form.conditions.get(condition) ?? -1, answers),
  );
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([name]) => active.has(name))),
    unticked: Object.fromEntries(
      unticked.filter((name) => active.has(name)).map((name) => [name, false]),
    ),
  };
}

function addBadTexts(form: ReadyForm, answers: Answers, problems: FieldProblems): void {
  for (const name of Object.keys(answers)) {
    const field = form.fields.get(name);
    if (field === undefined || !hasBadText(answers[name] ?? null)) continue;
    const code = messageKey(field.schema, "characters");
    const params = field.paramsOf("characters");
    problems.add({ pointer: field.pointer, code, params }, precedence("characters"));
  }
}

/** What an error of Ajv is read with. */
interface ErrorContext {
  readonly given: ValidationContext;
  readonly answers: Answers;
  readonly refused: readonly Refusal[];
}

function addError(
  form: ReadyForm,
  error: ErrorObject,
  context: ErrorContext,
  problems: FieldProblems,
): void {
  const pointer = pointerOfError(error, form.schema);
  const end = pointer.indexOf("/", 1);
  const name = unescapeSegment(end < 0 ? pointer.slice(1) : pointer.slice(1, end));
  if (asksFor(error) && isSpared(context.given, name)) return;
  const top = form.fields.get(name);
  // A mistake in one of several choices is a mistake of the question.
  const subject =
    top !== undefined && (end < 0 || top.isMultiple)
      ? withValue(top, context.answers[name])
      : subjectAt(form, pointer, context.answers);
  const { schema } = subject;
  const ofFile = fileCauseOf(schema, error.keyword);
  const cause =
    ofFile === undefined
      ? causeOf(error, subject, context.given, context.refused)
      : { code: ofFile, params: schema === undefined ? {} : fileParameters(schema) };
  const code = messageKey(schema, cause.code);
  problems.add({ pointer: subject.pointer, code, params: cause.params }, precedence(error.keyword));
}

function withValue(
  { pointer, schema, format, paramsOf }: KnownField,
  value: Json | undefined,
): ErrorSubject {
  return { pointer, schema, format, value, paramsOf };
}

/** A place inside an answer, or one that is of no field. */
function subjectAt(form: ReadyForm, pointer: string, answers: Answers): ErrorSubject {
  const schema = fieldAt(form, pointer);
  const format = schema?.format === undefined ? undefined : form.formats.get(schema.format);
  return {
    pointer,
    schema,
    format,
    value: valueAt(answers, pointer),
    paramsOf: (code) => paramsOf(format, code, schema),
  };
}

/** Whether a field needs no answer though the schema requires one. */
function isSpared({ unasked, kept, lifted }: ValidationContext, name: string): boolean {
  return (
    unasked?.includes(name) === true ||
    kept?.includes(name) === true ||
    lifted?.includes(name) === true
  );
}

function addRefusedFiles(form: ReadyForm, answers: Answers, problems: FieldProblems): void {
  for (const name of Object.keys(answers)) {
    const field = form.fields.get(name);
    if (field === undefined || !field.isFile || problems.has(field.pointer)) continue;
    const cause = refusalOfValue(answers[name] ?? null, field.schema);
    if (cause === undefined) continue;
    const code = messageKey(field.schema, cause);
    problems.add(
      { pointer: field.pointer, code, params: fileParameters(field.schema) },
      precedence(cause),
    );
  }
}

/** The answers in the shape they are stored in; the same object where none differs. */
function storedAnswers(form: ReadyForm, answers: Answers): JsonObject {
  const differs = Object.keys(answers).some(
    (name) => typeof answers[name] === "object" || form.fields.get(name)?.converts === true,
  );
  if (!differs) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([name, value]) => [
      name,
      storedValue(value, form.fields.get(name)?.schema, form.formats),
    ]),
  );
}

function addRules(
  { rules }: ReadyForm,
  stored: JsonObject,
  given: ValidationContext,
  problems: FieldProblems,
): void {
  if (rules.length === 0) return;
  const facts = { ...given.facts, form: stored };
  for (const { field, when, message } of rules) {
    const pointer = `/${field.replaceAll(".", "/")}`;
    if (given.unasked?.includes(field) === true || problems.has(pointer)) continue;
    if (when.test(facts)) problems.add({ pointer, code: message, params: {} }, 1000);
  }
}

function fieldAt(form: ReadyForm, pointer: string): FieldSchema | undefined {
  const [, first = "", ...rest] = pointer.split("/");
  let at = form.fields.get(unescapeSegment(first))?.schema;
  for (const segment of rest) at = at?.properties?.[unescapeSegment(segment)] ?? at?.items;
  return at;
}

function valueAt(data: Json, pointer: string): Json | undefined {
  let at: Json | undefined = data;
  for (const segment of pointer.split("/").slice(1)) {
    if (typeof at !== "object" || at === null) return undefined;
    at = (at as Readonly<Record<string, Json>>)[unescapeSegment(segment)];
  }
  return at;
}

function hasBadText(value: Json): boolean {
  if (typeof value === "string") return !isStorable(value);
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).some((inner: Json) => hasBadText(inner))
  );
}
