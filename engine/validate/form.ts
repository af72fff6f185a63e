import { childPointer, unescapeSegment } from "../source/json-pointer.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { FieldSchema, FormSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { CompiledRule } from "../rules/compile-rule.ts";
import { isStorable, normalizeValue, storedValue } from "./normalize-value.ts";
import type { CheckContext } from "./checks/check.ts";
import {
  activeFields,
  conditionsOf,
  fieldsOf,
  isMultiple,
  isNumber,
  mentionsOf,
  numberOf,
} from "./fields.ts";
import { fileCauseOf, fileParameters, isFileField, refusalOfValue } from "./files.ts";
import type { CompiledFormat } from "./format.ts";
import { compileSchema, FORM_OPTIONS, schemaCompiler } from "./json-schema.ts";
import { asksFor, pointerOfError } from "./error-field.ts";
import { messageKey, precedence } from "./message.ts";
import type { FieldProblem } from "./field-problem.ts";

/** A form ready to judge what was sent. */
export interface CompiledForm {
  readonly schema: FormSchema;
  /** Every field, those of conditional branches included. */
  readonly fields: Readonly<Record<string, FieldSchema>>;
  /**
   * Judges data as typed. One problem a field, in screen order; `data` is canonical and holds only
   * fields that are asked for these answers. Never throws, whatever the data.
   */
  validate(
    data: JsonObject,
    given: JudgingContext,
  ): { readonly data: JsonObject; readonly problems: readonly FieldProblem[] };
  /**
   * Data of a plain HTML post as the page would have sent it: spaced and capitalised, ticks as
   * true, numbers as numbers.
   */
  normalize(data: JsonObject): JsonObject;
  /**
   * Compiles the validator now and not at its first use. @throws Error what Ajv throws when it
   * cannot be compiled
   */
  prepare(): void;
  /** Whether a field by itself takes an answer. @throws Error as `prepare` does */
  takes(name: string, answer: Json): boolean;
  /**
   * A text from elsewhere as it would be typed into a field; undefined where the field would refuse
   * it, or there is none.
   */
  fitting(name: string, text: string, given: CheckContext): string | undefined;
}

/** What a form is judged with. */
export interface JudgingContext extends CheckContext {
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

/** Words that annotate form schemas and that Ajv must let pass. */
export const ANNOTATIONS = [
  "x-order",
  "x-rules",
  "x-autocomplete",
  "x-pii",
  "x-mask",
  "x-widget",
  "x-input",
  "x-options",
  "x-words",
  "x-with",
  "x-offered",
  "x-choices",
  "x-when",
  "x-required",
  "x-computed",
  "x-suggest",
  "x-bind",
  "x-transient",
  "x-where",
  "x-file",
  "x-links",
  "x-initial",
  "x-same",
  "x-none",
  "x-part",
  "x-group",
  "errorMessage",
] as const;

/** Compiles a form. Mistakes in it go to `report` with a pointer into the schema. */
export function compileForm(
  schema: FormSchema,
  formats: ReadonlyMap<string, CompiledFormat>,
  rules: readonly FormRule[],
  report: (pointer: string, message: string) => void,
): CompiledForm {
  const fields = fieldsOf(schema);
  for (const [name, { format }] of mentionsOf(schema))
    if (format !== undefined && !formats.has(format))
      report(`/properties/${name}/format`, `There is no format "${format}" in formats.yaml`);
  for (const name of Object.keys(fields)) {
    if (!(schema["x-order"] ?? []).includes(name))
      report("/x-order", `The field "${name}" has no place in x-order`);
  }
  for (const name of schema["x-order"] ?? [])
    if (!Object.hasOwn(fields, name))
      report("/x-order", `x-order names "${name}", which is no field of the form`);

  let prepared: Prepared | undefined;
  const ready = () => (prepared ??= prepareOnce(schema, fields, formats));
  const conditions = conditionsOf(schema);
  return {
    schema,
    fields,
    normalize: (data) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => {
          const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
          if (typeof value !== "string" || field === undefined) return [name, value];
          if (field.type === "boolean") return [name, value === "true" || value === "on"];
          if (isNumber(field)) return [name, numberOf(value) ?? value];
          return [
            name,
            field.format === undefined ? value : (formats.get(field.format)?.tidy(value) ?? value),
          ];
        }),
      ),
    prepare: () => {
      ready();
    },
    takes(name, answer) {
      const made = normalizeValue(answer, fields[name], formats);
      return made !== undefined && ready().fieldOf(name)?.(made) === true;
    },
    fitting(name, text, given) {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const format = field?.format === undefined ? undefined : formats.get(field.format);
      const made =
        field === undefined
          ? undefined
          : normalizeValue(format?.tidy(text) ?? text.trim(), field, formats);
      if (typeof made !== "string" || !isStorable(made)) return undefined;
      const { fieldOf, clock } = ready();
      clock.today = given.today;
      return fieldOf(name)?.(made) === true ? made : undefined;
    },
    validate(data, given) {
      const { validate, conditionAt, clock } = ready();
      clock.today = given.today;
      const problems = new Map<string, { problem: FieldProblem; rank: number }>();
      const add = (pointer: string, code: string, params: FieldProblem["params"], rank: number) => {
        const known = problems.get(pointer);
        if (known === undefined || rank < known.rank)
          problems.set(pointer, { problem: { pointer, code, params }, rank });
      };

      const normalized: Record<string, Json> = {};
      for (const [name, value] of Object.entries(data)) {
        if (!Object.hasOwn(fields, name)) {
          add(childPointer("", name), "validation.unknownField", { field: name.slice(0, 100) }, -1);
          continue;
        }
        const field = fields[name];
        const made = normalizeValue(value, field, formats);
        if (made === undefined) continue;
        normalized[name] = made;
      }
      const active = activeFields(
        schema,
        (condition) => conditionAt(conditions.indexOf(condition))?.(normalized) ?? false,
      );
      for (const name of Object.keys(normalized)) if (!active.has(name)) delete normalized[name];
      for (const [name, made] of Object.entries(normalized)) {
        if (!hasBadText(made)) continue;
        const field = fields[name];
        const format = field?.format === undefined ? undefined : formats.get(field.format);
        add(
          childPointer("", name),
          messageKey(field, "characters"),
          format === undefined ? {} : paramsOf(format, "characters", field),
          precedence("characters"),
        );
      }

      const unasked = new Set(given.unasked);
      const spared = new Set([...unasked, ...(given.kept ?? []), ...(given.lifted ?? [])]);
      if (!validate(normalized)) {
        for (const error of validate.errors ?? []) {
          if (error.keyword === "if") continue;
          const whole = pointerOfError(error, schema);
          const name = unescapeSegment(whole.split("/")[1] ?? "");
          // What is wrong with one of several choices is wrong with the question.
          const pointer = isMultiple(fields[name]) ? childPointer("", name) : whole;
          if (asksFor(error) && spared.has(name)) continue;
          const field = fieldAt(fields, pointer);
          const ofFile = fileCauseOf(field, error.keyword);
          const cause =
            ofFile === undefined
              ? causeOf(error, { field, value: valueAt(normalized, pointer) }, formats, given)
              : { code: ofFile, params: field === undefined ? {} : fileParameters(field) };
          add(pointer, messageKey(field, cause.code), cause.params, precedence(error.keyword));
        }
      }
      for (const [name, value] of Object.entries(normalized)) {
        const field = fields[name];
        const cause =
          field === undefined || !isFileField(field) || problems.has(childPointer("", name))
            ? undefined
            : refusalOfValue(value, field);
        if (field !== undefined && cause !== undefined)
          add(
            childPointer("", name),
            messageKey(field, cause),
            fileParameters(field),
            precedence(cause),
          );
      }
      const stored = Object.fromEntries(
        Object.entries(normalized).map(([name, value]) => [
          name,
          storedValue(value, fields[name], formats),
        ]),
      );
      for (const rule of rules) {
        const pointer = `/${rule.field.replaceAll(".", "/")}`;
        if (unasked.has(rule.field)) continue;
        if (!problems.has(pointer) && rule.when.test({ ...given.facts, form: stored }))
          add(pointer, rule.message, {}, 1000);
      }
      return {
        data: stored,
        problems: inScreenOrder(
          [...problems.values()].map(({ problem }) => problem),
          schema["x-order"] ?? [],
        ),
      };
    },
  };
}

interface Prepared {
  readonly validate: ValidateFunction;
  /** The schema of one field by itself. */
  fieldOf(name: string): ValidateFunction | undefined;
  /** A condition of the schema, by its place among them. */
  conditionAt(place: number): ValidateFunction | undefined;
  /** Formats that look at the date read it here; set before each judging, which never waits. */
  readonly clock: { today: string };
}

/**
 * What was prepared, for as long as a form that uses it is there: variants and versions have most
 * forms in common.
 */
const preparations = new Map<string, WeakRef<Prepared>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (preparations.get(key)?.deref() === undefined) preparations.delete(key);
});

/** What a set of formats comes to. */
const digests = new WeakMap<ReadonlyMap<string, CompiledFormat>, string>();

function prepareOnce(
  schema: FormSchema,
  fields: CompiledForm["fields"],
  formats: ReadonlyMap<string, CompiledFormat>,
): Prepared {
  const digest =
    digests.get(formats) ??
    bytesToHex(
      sha256(
        utf8ToBytes(
          JSON.stringify([...formats].map(([name, { definition }]) => [name, definition])),
        ),
      ),
    );
  digests.set(formats, digest);
  const key = `${digest} ${JSON.stringify(schema)}`;
  const known = preparations.get(key)?.deref();
  if (known !== undefined) return known;
  const made = prepare(schema, fields, formats);
  preparations.set(key, new WeakRef(made));
  forgotten.register(made, key);
  return made;
}

function prepare(
  schema: FormSchema,
  fields: CompiledForm["fields"],
  formats: ReadonlyMap<string, CompiledFormat>,
): Prepared {
  const clock = { today: "1970-01-01" };
  const ajv = schemaCompiler(FORM_OPTIONS);
  ajv.addVocabulary([...ANNOTATIONS]);
  for (const [name, format] of formats)
    ajv.addFormat(name, (text: string) => format.validate(text, clock) === undefined);
  const validate = compileSchema(ajv, schema);
  const alone = new Map<string, ValidateFunction>();
  const fieldOf = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return undefined;
    const known = alone.get(name) ?? ajv.compile(field);
    alone.set(name, known);
    return known;
  };
  const conditions = conditionsOf(schema).map((condition) => ajv.compile(condition));
  return { validate, fieldOf, conditionAt: (place) => conditions[place], clock };
}

/** The code a message is looked up by: a format tells which of its checks failed. */
function causeOf(
  error: ErrorObject,
  { field, value }: { readonly field: FieldSchema | undefined; readonly value: Json | undefined },
  formats: ReadonlyMap<string, CompiledFormat>,
  given: CheckContext,
): { readonly code: string; readonly params: Readonly<Record<string, Json>> } {
  const format = field?.format === undefined ? undefined : formats.get(field.format);
  if (error.keyword === "format" && format !== undefined && typeof value === "string") {
    const code = format.validate(value, given) ?? "format";
    return { code, params: paramsOf(format, code, field) };
  }
  const { limit } = error.params as { limit?: unknown };
  return {
    // Choices are held against one rule that is no bound: one of them stands for none of the
    // others.
    code: error.keyword === "not" ? "none" : asksFor(error) ? "required" : error.keyword,
    params: {
      ...(format === undefined ? {} : paramsOf(format, error.keyword, field)),
      ...(typeof limit === "number" ? { limit } : {}),
    },
  };
}

/**
 * What a message may mention: numbers of the check that failed, or of the first one that the field
 * has the same message for (a control character in a date is told as a date that cannot be read).
 * `age` names its bounds as the copy does.
 */
export function paramsOf(
  format: CompiledFormat,
  code: string,
  field: FieldSchema | undefined,
): Readonly<Record<string, Json>> {
  const { checks } = format.definition;
  const message = messageKey(field, code);
  const check =
    checks.find((each) => each.code === code) ??
    checks.find((each) => messageKey(field, each.code) === message);
  if (check === undefined) return {};
  const { min, max, exactly } = check;
  const named = check.check === "age" ? { minAge: min, maxAge: max } : { min, max, exactly };
  return Object.fromEntries(
    Object.entries({ ...named, format: check["format"] }).filter(
      (entry): entry is [string, Json] => entry[1] !== undefined,
    ),
  );
}

function fieldAt(
  fields: Readonly<Record<string, FieldSchema>>,
  pointer: string,
): FieldSchema | undefined {
  const [, first = "", ...rest] = pointer.split("/");
  let at: FieldSchema | undefined = fields[unescapeSegment(first)];
  for (const segment of rest) at = at?.properties?.[segment] ?? at?.items;
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

function inScreenOrder(
  problems: readonly FieldProblem[],
  order: readonly string[],
): FieldProblem[] {
  const place = ({ pointer }: FieldProblem) => {
    const at = order.indexOf(pointer.split("/")[1] ?? "");
    return at < 0 ? order.length : at;
  };
  return problems.toSorted((a, b) => place(a) - place(b));
}
