import { readPath } from "../rules/state-path.ts";
import type { CompiledScreen, CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { FieldSchema } from "../language/form.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { isMultiple } from "../validate/fields.ts";
import { filesIn, isFileField } from "../validate/files.ts";
import type { Facts } from "./facts.ts";
import { boundPath } from "./submission.ts";

/** Days that what is typed and not sent is kept where a flow says nothing. */
const DRAFT_DAYS = 30;

/** What was typed on a form and not sent. */
export interface Draft {
  /** As it was typed, right or wrong; null: emptied. A field that stands as it was found is not in it. */
  readonly data: JsonObject;
  /** What the state had for these fields then. */
  readonly over: JsonObject;
  /** The open page that it comes from, by a name it gave itself: it knows by that what it sent and was never answered. */
  readonly by?: string;
}

/** How many days what is typed on a screen is kept for its visitor; 0: not at all. */
export function draftDays({ definition }: CompiledVariant, screen: CompiledScreen): number {
  return screen.definition.drafts === false ? 0 : (definition.drafts?.days ?? DRAFT_DAYS);
}

/**
 * What the state has for each field whose typing may be kept. Secrets are not among them, nor what no one types.
 *
 * A draft holds for as long as this is what it was typed over, and not for as long as the revision stays: a step on
 * another page, a poll or a webhook makes nothing untrue that is being typed here.
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
 * A draft of what was typed; fields that the form has not, or that may not come back, are left out of it.
 *
 * @param data as typed; null or left out: nothing stands there
 * @param untouched what the fields hold before anything is typed
 * @param over what the state has
 * @returns undefined where nothing is typed that does not stand there anyway
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

/** The part of a draft that still holds: fields that the form has and that no later answer replaced. */
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

/** A control with nothing in it, and a tick that was not made, are no answer. */
function blank(value: Json | undefined): Json {
  return value === undefined ||
    value === "" ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
    ? null
    : value;
}

/** Whether two answers are the same; of several choices the order does not count. */
function isSame(a: Json, b: Json): boolean {
  return Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((each: Json) => b.includes(each))
    : a === b;
}
