import { readPath } from "../rules/state-path.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { FieldSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { isMultiple } from "../validate/fields.ts";
import { filesIn, isFileField } from "../validate/files.ts";
import type { Facts } from "./facts.ts";
import { carryFields, type PlacedFields } from "./carry-fields.ts";
import { boundPath } from "./submission.ts";

/** Days that a draft is stored where a flow does not set them. */
const DRAFT_DAYS = 30;

/** The unsent data of a form. */
export interface Draft {
  /** As typed, valid or not; null: emptied. Unchanged fields are absent. */
  readonly data: JsonObject;
  /** The state's values of these fields at that time. */
  readonly over: JsonObject;
  /** Places of these fields, by field: another version may keep one under another name. */
  readonly places?: Readonly<Record<string, string | null>>;
  /**
   * The open page that sent it, by a name of its own: the page recognises requests that were never
   * answered.
   */
  readonly by?: string;
}

/** Days that a screen's draft is stored; 0: never. */
export function draftDays({ definition }: CompiledVariant, screen: CompiledScreen): number {
  return screen.definition.drafts === false ? 0 : (definition.drafts?.days ?? DRAFT_DAYS);
}

/**
 * The state's values of the fields that a draft may hold: no secrets, and no fields that are not
 * typed.
 *
 * A draft holds while these values stay, not while the revision does: a step on another page, a
 * poll or a webhook invalidates nothing that is being typed here.
 */
export function draftableAnswers(
  form: FormOfFlow,
  screen: CompiledScreen,
  facts: Facts,
): JsonObject {
  const fields = Object.entries(form.compiled.fields).filter(([, field]) => mayComeBack(field));
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const path = boundPath(form, screen, name, facts);
      const stored = (path === undefined ? undefined : readPath(facts, path)) ?? null;
      return [
        name,
        isFileField(field)
          ? filesIn(stored)
              .map(({ id }) => id)
              .join(" ")
          : stored,
      ];
    }),
  );
}

/**
 * Creates a draft of typed data; unknown and unstorable fields are left out.
 *
 * @param data as typed; null or absent: empty
 * @param untouched the fields' values before anything is typed
 * @param over the state's values
 * @returns undefined when the typed data equals the shown values
 */
export function createDraft(
  data: JsonObject,
  untouched: JsonObject,
  over: JsonObject,
): Draft | undefined {
  const typed = Object.keys(over).filter(
    (name) => Object.hasOwn(data, name) && !isSame(blank(data[name]), blank(untouched[name])),
  );
  if (typed.length === 0) return undefined;
  return { data: pick(data, typed), over: pick(over, typed) };
}

/** A draft in the fields that the present version of its form asks the same in. */
export function carryDraft(draft: Draft, to: PlacedFields): Draft {
  const { data, over, places } = draft;
  if (places === undefined) return draft;
  const from = { screen: to.screen, places };
  return { ...draft, data: carryFields(data, from, to), over: carryFields(over, from, to) };
}

/**
 * The part of a draft that still holds: fields that the form has and that no later answer replaced.
 */
export function applicableDraft({ data, over }: Draft, now: JsonObject): JsonObject {
  return pick(
    data,
    Object.keys(data).filter(
      (name) => Object.hasOwn(now, name) && isSame(over[name] ?? null, now[name] ?? null),
    ),
  );
}

function mayComeBack(field: FieldSchema): boolean {
  return (
    field["x-pii"] !== "secret" &&
    field["x-widget"] !== "hidden" &&
    (isFileField(field) || isMultiple(field) || (field.type !== "object" && field.type !== "array"))
  );
}

function pick(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** Normalizes an empty control or an empty checkbox to no answer. */
function blank(value: Json | undefined): Json {
  return value === undefined ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
    ? null
    : value;
}

/** Whether two answers are equal; the order of several choices does not count. */
function isSame(a: Json, b: Json): boolean {
  return Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((each: Json) => b.includes(each))
    : a === b;
}
