import { applyChanges } from "../../../engine/rules/state-path.ts";
import { writeDate } from "../../../engine/validate/checks/date.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { FlowLibrary } from "../../definitions/flow-library.ts";
import { readEntry } from "../../../engine/transition/read-entry.ts";
import type { Variant } from "../../../engine/language/variant.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import type { CaseResult } from "./case-result.ts";
import { flowOfCase } from "./flow-of-case.ts";

/** One worked example: this value, in this field of this form, is good or not. */
export interface ValidationCase {
  readonly id: string;
  readonly market: string;
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
  /** The copy key of the message, word for word. */
  readonly expectKey?: string;
  /** What a good value is kept as. */
  readonly expectStored?: Json;
  /** The fields that are told of, in the order of the screen, when the form is judged as a whole. */
  readonly expectFields?: readonly string[];
  readonly ambiguous?: boolean;
  readonly event?: unknown;
}

/** Where a field of a case is judged. */
interface FieldMap {
  readonly form: string;
  readonly field?: string;
  /** The field holds an id: that of the first thing of a collection that has what the case says. `by`: the case's names and the members they stand for. */
  readonly pick?: Choice;
  /** Data of the case under other names; null leaves it out. */
  readonly rename?: Readonly<Record<string, string | null>>;
  /** Data added to that of the case, where it does not say otherwise. */
  readonly add?: JsonObject;
  /** Flags the case is judged with. */
  readonly flags?: JsonObject;
  /** Data of the case that rules read from the state. */
  readonly state?: Readonly<Record<string, string>>;
}

/** Picks one thing of a collection. */
interface Choice {
  readonly from: string;
  readonly by: Readonly<Record<string, string>>;
}

/** How a flow's forms are called in case files; flows/<flow>/cases/validation.yaml. */
interface CaseMap {
  /** What case files call the query of an entry page; there a bad value is dropped. */
  readonly entryParameters?: string;
  readonly forms?: Readonly<
    Record<string, { readonly fields?: Readonly<Record<string, FieldMap>> }>
  >;
}

/**
 * Judges one example with the flow that has its form.
 *
 * @param wanted id of the flow it is about; default: the one with its market
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
  const about = flowOfCase(library, "validation", wanted, example.market);
  if (about.kind === "unknown")
    return { id: example.id, passed: false, ambiguous, expected, got: about.why };
  const verdict = judge(about.flow, example);
  if (verdict === undefined)
    return {
      id: example.id,
      passed: false,
      ambiguous,
      expected,
      got: `no form "${example.form}" for ${example.market} in ${about.flow.id}`,
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
  const told = example.expectFields === undefined ? "" : ` at ${(fields ?? []).join(", ")}`;
  return {
    id: example.id,
    passed,
    ambiguous,
    expected,
    got: `${text === "" ? "valid" : `invalid (${text}) with ${key ?? "no key"}`}${kept}${told}`,
  };
}

/** What was found: the words of the first problem of the field (none: it is good), their key, what the value is kept as, and which fields have problems. */
interface Verdict {
  readonly text: string;
  readonly key?: string;
  readonly stored?: Json;
  readonly fields?: readonly string[];
}

function judge(flow: CompiledFlow, example: ValidationCase): Verdict | undefined {
  const map = (flow.attachments["cases/validation.yaml"] ?? {}) as CaseMap;
  const mapped = map.forms?.[example.form]?.fields?.[example.field];
  const [variant] = flow.variants.filter(
    ({ market, reseller }) => market === example.market && reseller === undefined,
  );
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
  // A field that a form does not ask for in this market is never wrong; an answer to it is one that nobody asked for.
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
  const locale = example.locale ?? compiled.market.locales[0] ?? "en-US";
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
  const judged = form.compiled.validate(
    reveal(form.compiled.schema as unknown as JsonObject, field, known),
    {
      today,
      facts,
      kept: example.variant === "optional" ? [field] : [],
    },
  );
  const stored = judged.data[field];
  const fields = judged.problems.map(({ pointer }) => pointer.slice(1));
  const problem = judged.problems.find(
    ({ pointer }) =>
      example.field === "*" || pointer === `/${field}` || pointer.startsWith(`/${field}/`),
  );
  if (problem === undefined)
    return { text: "", fields, ...(stored === undefined ? {} : { stored }) };
  return {
    text: compiled.copy("en-US").text(problem.code, problem.params) ?? problem.code,
    key: problem.code,
    fields,
  };
}

function isBlank({ data, field, value }: ValidationCase): boolean {
  const given = data === undefined ? value : data[field];
  return given === undefined || given === null || given === "";
}

/** A parameter of the entry page is good when it is kept. */
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

/** The id that a case means; what is in no collection stands as it is, to be refused. Undefined when the case says nothing of it. */
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

/** A conditional field is judged as if its question had been answered: the constants its condition asks for are filled in. */
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
    const asked = Object.entries(own(condition) ?? {}).flatMap(([name, rule]) =>
      typeof rule === "object" && rule !== null && "const" in rule
        ? [[name, rule["const"] as Json] as const]
        : [],
    );
    return { ...Object.fromEntries(asked), ...data };
  }
  return data;
}

/** `{ ageYears, days }` as a date: so many years and days before today. */
function dated(value: Json, today: string, format: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !("ageYears" in value))
    return value;
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
