import { axesOf, completeVariant, fallbackLocale } from "../../../engine/language/axes.ts";
import { TEST_ENVIRONMENT } from "../../../engine/language/environments.ts";
import { applyChanges } from "../../../engine/rules/state-path.ts";
import { writeDate } from "../../../engine/validate/checks/date.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { readEntry } from "../../../engine/transition/read-entry.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { CaseResult } from "./case-result.ts";
import { flowOfCase } from "./flow-of-case.ts";

/** A worked example of validation: a value of one field, valid or not. */
export interface ValidationCase {
  readonly id: string;
  readonly locale?: string;
  readonly form: string;
  readonly field: string;
  readonly value?: Json;
  readonly data?: JsonObject;
  readonly today?: string;
  readonly dateFormat?: string;
  readonly variant?: "optional" | "required";
  readonly valid: boolean;
  readonly expectMessageIncludes?: string;
  /** Copy key of the message. */
  readonly expectKey?: string;
  /** The stored form of a valid value. */
  readonly expectStored?: Json;
  /** The fields with problems, in the order of the screen, when the whole form is validated. */
  readonly expectFields?: readonly string[];
  readonly ambiguous?: boolean;
  readonly event?: unknown;
}

/** How a field of a case is validated. */
interface FieldMap {
  readonly form: string;
  readonly field?: string;
  /**
   * The field holds an id: that of the first entry of a collection which matches the case. `by`:
   * the case's names and the entry's members.
   */
  readonly pick?: Choice;
  /** Other names of the case's data; null drops a value. */
  readonly rename?: Readonly<Record<string, string | null>>;
  /** Defaults for the case's data. */
  readonly add?: JsonObject;
  /** Flags of the case. */
  readonly flags?: JsonObject;
  /** Data of the case that rules read from the state. */
  readonly state?: Readonly<Record<string, string>>;
}

/** Chooses one entry of a collection. */
interface Choice {
  readonly from: string;
  readonly by: Readonly<Record<string, string>>;
}

/** Maps the names of case files to a flow's forms: flows/<flow>/cases/validation.yaml. */
interface CaseMap {
  /** Name of an entry page's query in case files; entry drops an invalid value there. */
  readonly entryParameters?: string;
  readonly forms?: Readonly<
    Record<string, { readonly fields?: Readonly<Record<string, FieldMap>> }>
  >;
}

/**
 * Validates one example with the flow that has its form.
 *
 * @param wanted id of the flow; default: the one with its variant
 */
export function runValidationCase(
  library: FlowLibrary,
  example: ValidationCase,
  wanted?: string,
): CaseResult {
  const ambiguous = example.ambiguous === true;
  const expected = [
    example.valid
      ? "valid"
      : `invalid${example.expectMessageIncludes === undefined ? "" : ` (${example.expectMessageIncludes})`}`,
    ...(example.expectKey === undefined ? [] : [`with ${example.expectKey}`]),
    ...(example.expectStored === undefined
      ? []
      : [`kept as ${JSON.stringify(example.expectStored)}`]),
    ...(example.expectFields === undefined ? [] : [`at ${example.expectFields.join(", ")}`]),
  ].join(" ");
  const about = flowOfCase(
    library,
    "validation",
    wanted,
    (flow) => variantOfCase(flow, example) !== undefined,
  );
  if (about.kind === "unknown")
    return { id: example.id, passed: false, ambiguous, expected, got: about.why };
  const verdict = validateCase(about.flow, example);
  if (verdict === undefined)
    return {
      id: example.id,
      passed: false,
      ambiguous,
      expected,
      got: `no form "${example.form}" in this variant of ${about.flow.id}`,
    };
  const { text, key, stored, fields } = verdict;
  const passed =
    (example.valid
      ? text === ""
      : text !== "" && plain(text).includes(plain(example.expectMessageIncludes ?? ""))) &&
    (example.expectKey === undefined || example.expectKey === key) &&
    (example.expectStored === undefined ||
      JSON.stringify(example.expectStored) === JSON.stringify(stored)) &&
    (example.expectFields === undefined || example.expectFields.join() === (fields ?? []).join());
  const kept = example.expectStored === undefined ? "" : ` kept as ${JSON.stringify(stored)}`;
  const places = example.expectFields === undefined ? "" : ` at ${(fields ?? []).join(", ")}`;
  return {
    id: example.id,
    passed,
    ambiguous,
    expected,
    got: `${text === "" ? "valid" : `invalid (${text}) with ${key ?? "no key"}`}${kept}${places}`,
  };
}

/**
 * The result of a validation: message of the field's first problem (none: valid), its key, the
 * stored value, and the fields with problems.
 */
interface Verdict {
  readonly text: string;
  readonly key?: string;
  readonly stored?: Json;
  readonly fields?: readonly string[];
}

/** The variant whose values of axes a case names; undefined where the flow does not have them. */
function variantOfCase(flow: CompiledFlow, example: ValidationCase): Variant | undefined {
  const said = new Map<string, unknown>(Object.entries(example));
  const named = axesOf(flow.definition).flatMap(([axis]) => {
    const value = said.get(axis);
    return typeof value === "string" ? [[axis, value] as const] : [];
  });
  const environment = TEST_ENVIRONMENT;
  return completeVariant(flow.definition, { ...Object.fromEntries(named), environment });
}

function validateCase(flow: CompiledFlow, example: ValidationCase): Verdict | undefined {
  const map = (flow.attachments["cases/validation.yaml"] ?? {}) as CaseMap;
  const mapped = map.forms?.[example.form]?.fields?.[example.field];
  const variant = variantOfCase(flow, example);
  if (variant === undefined) return undefined;
  const compiled =
    example.dateFormat === undefined && mapped?.flags === undefined
      ? flow.variant(variant)
      : flow.variantWith(
          variant,
          example.dateFormat === undefined ? {} : { dateFormat: example.dateFormat },
          mapped?.flags,
        );
  const form = compiled.forms.get(mapped?.form ?? example.form);
  if (form === undefined)
    return map.entryParameters === example.form
      ? validateParameter(compiled, variant, example)
      : undefined;
  const field = mapped?.field ?? example.field;
  // A field that the form does not have in this variant is never invalid; the form drops an answer
  // to it.
  if (field !== "*" && !Object.hasOwn(form.compiled.fields, field))
    return isBlank(example) ? { text: "" } : undefined;
  const today = example.today ?? new Date().toISOString().slice(0, 10);
  const raw: Readonly<Record<string, Json>> = example.data ?? {
    [example.field]: example.value ?? null,
  };
  const data: Record<string, Json> = { ...mapped?.add };
  let state: JsonObject = {};
  for (const [name, value] of Object.entries(raw)) {
    const place = mapped?.state?.[name];
    if (place !== undefined) state = applyChanges(state, [{ path: place, value }]);
    const renamed = Object.hasOwn(mapped?.pick?.by ?? {}, name) ? null : mapped?.rename?.[name];
    if (renamed !== null && (place === undefined || renamed !== undefined))
      data[renamed ?? name] = dated(value, today, example.dateFormat ?? "MM/DD/YYYY");
  }
  const id = mapped?.pick === undefined ? undefined : picked(flow, mapped.pick, raw);
  if (id !== undefined) data[field] = id;
  const locale = example.locale ?? compiled.locales[0] ?? fallbackLocale(flow.definition);
  const facts = buildFacts(compiled, state, {
    now: `${today}T12:00:00Z`,
    variant,
    locale,
    signedIn: true,
    uuids: [],
  });
  const known = Object.fromEntries(
    Object.entries(data).filter(([name]) => Object.hasOwn(form.compiled.fields, name)),
  );
  const validated = form.compiled.validate(
    reveal(form.compiled.schema as unknown as JsonObject, field, known),
    {
      today,
      facts,
      kept: example.variant === "optional" ? [field] : [],
    },
  );
  const stored = validated.data[field];
  const fields = validated.problems.map(({ pointer }) => pointer.slice(1));
  const problem = validated.problems.find(
    ({ pointer }) =>
      example.field === "*" || pointer === `/${field}` || pointer.startsWith(`/${field}/`),
  );
  if (problem === undefined) return { text: "", fields, stored };
  return {
    text:
      compiled.copy(fallbackLocale(flow.definition)).text(problem.code, problem.params) ??
      problem.code,
    key: problem.code,
    fields,
  };
}

function isBlank({ data, field, value }: ValidationCase): boolean {
  const given = data === undefined ? value : data[field];
  return given === undefined || given === null || given === "";
}

/** Validates a parameter of the entry page: valid when the entry saves it. */
function validateParameter(
  compiled: CompiledVariant,
  variant: Variant,
  example: ValidationCase,
): Verdict {
  const { value } = example;
  const entry = readEntry(
    compiled,
    {},
    {
      query: { [example.field]: typeof value === "string" ? value : "" },
      context: {
        now: `${example.today ?? "2026-01-01"}T12:00:00Z`,
        variant,
        locale: "en-US",
        signedIn: true,
        uuids: [],
      },
    },
  );
  return { text: entry.changes.length > 0 ? "" : "dropped" };
}

/**
 * The id that a case means; a value outside the collection stays, and is refused. Undefined when
 * the case does not name one.
 */
function picked(
  flow: CompiledFlow,
  { from, by }: Choice,
  raw: Readonly<Record<string, Json>>,
): Json | undefined {
  const wanted = Object.entries(by).flatMap(([name, member]) =>
    Object.hasOwn(raw, name) ? [[member, raw[name] ?? null] as const] : [],
  );
  const found = [...(flow.collections.get(from)?.things ?? [])].find(([, thing]) =>
    wanted.every(([member, value]) => thing[member] === value),
  );
  return wanted.length === 0 ? undefined : (found?.[0] ?? wanted[0]?.[1]);
}

/**
 * Fills in the constants that a conditional field's condition asks for, so that the form has the
 * field.
 */
function reveal(schema: JsonObject, field: string, data: JsonObject): JsonObject {
  const { then, properties } = schema;
  const condition = schema["if"];
  const own = (part: Json | undefined) =>
    typeof part === "object" && part !== null && "properties" in part
      ? (part["properties"] as JsonObject)
      : undefined;
  if (
    !Object.hasOwn((properties ?? {}) as object, field) &&
    own(then) !== undefined &&
    Object.hasOwn(own(then) ?? {}, field)
  ) {
    const implied = Object.entries(own(condition) ?? {}).flatMap(([name, rule]) =>
      typeof rule === "object" && rule !== null && "const" in rule
        ? [[name, rule["const"] as Json] as const]
        : [],
    );
    return { ...Object.fromEntries(implied), ...data };
  }
  return data;
}

/** Turns `{ ageYears, days }` into a date: so many years and days before today. */
function dated(value: Json, today: string, format: string): Json {
  if (!isObject(value) || !("ageYears" in value)) return value;
  const { ageYears, days } = value as unknown as { ageYears: number; days: number };
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  const born = new Date(Date.UTC(year - ageYears, month - 1, day));
  // 29 February becomes 28 February in a year that has none.
  if (born.getUTCMonth() !== month - 1) born.setUTCDate(0);
  born.setUTCDate(born.getUTCDate() - days);
  const iso = born.toISOString().slice(0, 10);
  return writeDate(iso, format) ?? iso;
}

function plain(text: string): string {
  return text.replaceAll("’", "'").toLowerCase();
}
