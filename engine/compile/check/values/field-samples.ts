import { choicesOf, isMultiple, isNumber } from "../../../validate/fields.ts";
import { isFileField } from "../../../validate/files.ts";
import { writeDate } from "../../../validate/checks/date.ts";
import type { FormOfFlow } from "../../compiled-variant.ts";
import type { FieldSchema } from "../../../language/form.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { patternSamples } from "./pattern-samples.ts";

/** Maximum number of samples of one field. */
const MOST = 8;

/** Texts as people type them, by the field's autocomplete token. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  name: ["Kim Lund"],
  "given-name": ["Kim"],
  "family-name": ["Lund"],
  email: ["kim@cedar.dev"],
  tel: ["(312) 555-0142", "(416) 555-0142", "020 7946 0018"],
  "street-address": ["731 Tamarack Road"],
  "address-line1": ["731 Tamarack Road"],
  "address-level2": ["Chicago"],
  "postal-code": ["60614", "K1A 0B1", "SW1A 1AA"],
  organization: ["Cedar & Pine LLC"],
  url: ["https://cedar.dev"],
};

/** Texts that suit most fields. */
const TEXTS = [
  "Kim Lund",
  "Cedar",
  "731 Tamarack Road",
  "kim@cedar.dev",
  "https://cedar.dev",
  "(312) 555-0142",
  "(416) 555-0142",
  "020 7946 0018",
  "60614",
  "K1A 0B1",
  "SW1A 1AA",
  "A 123",
] as const;

/** Years before today of which dates are tried; a rule's own numbers come first. */
const YEARS = [35, 8, 17, 18, 64, 66, 0, -1] as const;

/** A file as the server knows it after its upload. */
const FILE: JsonObject = {
  id: "file_AAAAAAAAAAAAAAAAAAAAAA",
  name: "page.jpg",
  kind: "jpeg",
  bytes: 90_000,
  width: 1200,
  height: 900,
};

/** What samples of a field follow from. */
export interface SampledField {
  readonly form: FormOfFlow;
  readonly name: string;
  readonly facts: JsonObject;
  /** Constants that rules compare the field's place with. */
  readonly constants: readonly Json[];
  readonly formats: JsonObject;
  /** YYYY-MM-DD */
  readonly today: string;
}

/** Answers that a field takes, the plainest first; none where it takes none of those tried. */
export function fieldSamples(field: SampledField): readonly Json[] {
  const { form, name, facts } = field;
  const schema = form.compiled.fields[name];
  if (schema === undefined) return [];
  const computed = form.computed.get(name)?.evaluate(facts);
  if (computed !== undefined && computed !== null) return [computed];
  if (schema.const !== undefined) return [schema.const];
  if (isFileField(schema)) return fileSamples(schema);
  const brought = form.choices.get(name);
  if (brought !== undefined)
    return brought(facts)
      .slice(0, MOST)
      .map(({ value }) => value);
  if (isMultiple(schema)) return severalSamples(choicesOf(schema) ?? [], schema);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.filter((choice) => choice !== "");
  if (schema.type === "boolean") return [true, false];
  return isNumber(schema) ? numberSamples(field, schema) : textSamples(field, schema);
}

function fileSamples({ type, "x-file": options }: FieldSchema): readonly Json[] {
  const kind = options?.kinds[0] ?? "jpeg";
  const side = Math.max(options?.minSide ?? 0, 1200);
  const file = {
    ...FILE,
    kind,
    name: `page.${kind === "jpeg" ? "jpg" : kind}`,
    bytes: Math.min(90_000, options?.maxBytes ?? 90_000),
    ...(kind === "pdf" ? {} : { width: side, height: side }),
  };
  return [type === "array" ? [file] : file];
}

function severalSamples(choices: readonly Json[], schema: FieldSchema): readonly Json[] {
  const { "x-none": none, maxItems = choices.length, minItems = 0 } = schema;
  const others = choices.filter((choice) => choice !== none);
  return [
    others.slice(0, Math.max(1, minItems)),
    ...(none === undefined ? [] : [[none]]),
    ...others.slice(1).map((choice) => [choice]),
    others.slice(0, maxItems),
  ].slice(0, MOST);
}

function numberSamples(
  { form, name, constants }: SampledField,
  { minimum, maximum, multipleOf, type }: FieldSchema,
): readonly Json[] {
  const step = multipleOf ?? 1;
  const least = minimum ?? 0;
  const near = constants.flatMap((each) =>
    typeof each === "number" ? [each, each - step, each + step] : [],
  );
  const candidates = [least + step, least, ...near, maximum ?? least + 10 * step];
  const fitting = candidates
    .map((each) => (type === "integer" ? Math.round(each) : each))
    .filter((each) => form.compiled.acceptsAnswer(name, each));
  return [...new Set(fitting)].slice(0, MOST);
}

function textSamples(field: SampledField, schema: FieldSchema): readonly Json[] {
  const { form, name, constants, formats, today } = field;
  const found: string[] = [];
  const take = (text: string) => {
    if (found.length < MOST && !found.includes(text) && fits(text)) found.push(text);
  };
  const fits = (text: string) => form.compiled.fitting(name, text, { today }) !== undefined;
  const definition = schema.format === undefined ? undefined : formats[schema.format];
  const checks = isObject(definition) ? [definition["checks"] ?? []].flat().filter(isObject) : [];
  const dates = checks.flatMap(({ format }) => (typeof format === "string" ? [format] : []));
  for (const format of dates.slice(0, 1)) for (const text of datesIn(format, field)) take(text);
  for (const text of TYPED[schema["x-autocomplete"] ?? ""] ?? []) take(text);
  for (const text of TEXTS) if (found.length < 1) take(text);
  if (found.length === 0) {
    const patterns = [schema.pattern, ...checks.map(({ pattern }) => pattern)];
    for (const pattern of patterns)
      if (typeof pattern === "string") for (const text of patternSamples(pattern)) take(text);
  }
  if (found.length === 0) for (const text of listedTexts(checks)) take(text);
  if (found.length === 0) {
    const number = numberText(fits);
    if (number !== undefined) take(number);
  }
  for (const constant of constants) if (typeof constant === "string") take(constant);
  return found;
}

/** Texts that a check lists as good. */
function listedTexts(checks: readonly JsonObject[]): readonly string[] {
  return checks.flatMap(({ check, values }) =>
    (check === "one-of" || check === "prefix") && Array.isArray(values) ? values.map(String) : [],
  );
}

/** Dates of people and papers in a format, around the ages that rules ask about. */
function datesIn(format: string, { constants, today }: SampledField): readonly string[] {
  const compared = constants.flatMap((each) =>
    typeof each === "number" && Number.isInteger(each) && each >= 0 && each < 150
      ? [each - 1, each]
      : [],
  );
  return [35, ...compared, ...YEARS].flatMap((years) => {
    const year = Number(today.slice(0, 4)) - years;
    return writeDate(`${year}-01-02`, format) ?? [];
  });
}

/**
 * Maximum number of digits of a number that is looked for, and of numbers that are tried of each
 * length.
 */
const DIGITS = 20;
const TRIES = 300;

/** A number with a check digit or a prefix that the field takes. */
function numberText(fits: (text: string) => boolean): string | undefined {
  for (let length = 1; length <= DIGITS; length++)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const head = String(attempt * 7 + 8).padEnd(length, "3450001972468");
      const text = `${head.slice(0, Math.max(0, length - 1))}${attempt % 10}`.slice(0, length);
      if (fits(text)) return text;
    }
  return undefined;
}
