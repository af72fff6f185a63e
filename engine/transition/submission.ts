import { sameJson } from "../language/same-json.ts";
import { fieldPlace } from "../language/field-place.ts";
import { readPath } from "../rules/state-path.ts";
import type { FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { withAnswers, type LiveRules } from "../live/live-rules.ts";
import { isNumber } from "../validate/fields.ts";
import type { ValidationContext } from "../validate/validate-answers.ts";
import { messageKey } from "../validate/message.ts";
import { fillStatePath, type Changes } from "./changes.ts";
import type { Facts } from "./facts.ts";
import type { FieldProblem } from "../validate/field-problem.ts";

/** The data of a form after validation: canonical, and only fields that the form has. */
export interface ValidatedSubmission {
  readonly data: JsonObject;
  readonly problems: readonly FieldProblem[];
}

/** Validates posted data against the screen's form. */
export function validateSubmission(
  form: FormOfFlow,
  screen: CompiledScreen,
  data: JsonObject,
  facts: Facts,
): ValidatedSubmission {
  const given = validationContext(form, screen, facts);
  const asked = Object.fromEntries(
    Object.entries(data).filter(([field]) => given.unasked?.includes(field) !== true),
  );
  const valid = form.compiled.validate(asked, given);
  return {
    data: { ...valid.data, ...sameAnswers(form, valid.data, facts) },
    problems: [...valid.problems, ...notOffered(form, screen, valid, facts)],
  };
}

/** The context for validating a form's answers. */
export function validationContext(
  form: FormOfFlow,
  screen: CompiledScreen,
  facts: Facts,
): ValidationContext {
  return {
    today: String(facts["today"] ?? ""),
    facts,
    kept: keptFields(form, screen, facts),
    unasked: unaskedFields(form, facts),
    lifted: liftedFields(form, facts),
  };
}

/** The known answers that ticked checkboxes stand for. */
function sameAnswers(form: FormOfFlow, data: JsonObject, facts: Facts): JsonObject {
  return Object.fromEntries(
    [...form.same].flatMap(([box, values]) =>
      data[box] === true
        ? [...values].map(([field, value]): [string, Json] => [
            field,
            value.evaluate(facts) ?? null,
          ])
        : [],
    ),
  );
}

/**
 * Whether a checkbox that stands for known answers is ticked to begin with: the answers are these.
 *
 * @returns undefined where there are no answers yet
 */
export function isSame(
  form: FormOfFlow,
  screen: CompiledScreen,
  box: string,
  facts: Facts,
): boolean | undefined {
  const pairs = [...(form.same.get(box) ?? [])].map(([field, value]) => {
    const path = boundPath(form, screen, field, facts);
    return [
      (path === undefined ? undefined : readPath(facts, path)) ?? null,
      value.evaluate(facts) ?? null,
    ] as const;
  });
  return pairs.every(([stored]) => stored === null)
    ? undefined
    : pairs.every(([stored, known]) => sameJson(stored, known));
}

function unaskedFields(form: FormOfFlow, facts: Facts): readonly string[] {
  return [...form.askedWhile.keys()].filter((field) => !isAsked(form, field, facts));
}

/** Required fields that need no answer now. */
export function liftedFields(form: FormOfFlow, facts: Facts): readonly string[] {
  return [...form.requiredWhile].flatMap(([field, rule]) => (rule.test(facts) ? [] : [field]));
}

/** Whether a field is asked now, of this visitor. */
export function isAsked(form: FormOfFlow, field: string, facts: Facts): boolean {
  return form.askedWhile.get(field)?.test(facts) ?? true;
}

/**
 * Choices that are not offered for these answers: the page cannot choose them, and validation
 * refuses them.
 */
function notOffered(
  form: FormOfFlow,
  screen: CompiledScreen,
  { data, problems }: ValidatedSubmission,
  facts: Facts,
): FieldProblem[] {
  const gone = [...form.choices].flatMap(([field, choices]) => {
    const pointer = `/${field}`;
    const value = data[field] ?? null;
    const known = value === null || choices(facts).some((choice) => choice.value === value);
    if (known || problems.some((each) => each.pointer === pointer)) return [];
    return [{ pointer, code: messageKey(form.compiled.fields[field], "offered"), params: {} }];
  });
  if (form.offered.size === 0) return gone;
  const saved = withAnswers(facts, answerPaths(form, screen, facts), data);
  const refused = [...form.offered].flatMap(([field, choices]) => {
    const pointer = `/${field}`;
    const isAway = [data[field] ?? ""]
      .flat()
      .some((choice: Json) => choices.get(String(choice))?.test(saved) === false);
    if (!isAway || problems.some((each) => each.pointer === pointer)) return [];
    const schema = form.compiled.fields[field];
    return [{ pointer, code: messageKey(schema, "offered"), params: {} }];
  });
  return [...gone, ...refused];
}

/** State paths of a form's answers for live rules, without personal ones. */
export function answerPaths(
  form: FormOfFlow,
  screen: CompiledScreen,
  facts: Facts,
): LiveRules["paths"] {
  return Object.fromEntries(
    Object.entries(form.compiled.fields).flatMap(([field, schema]) => {
      const at = schema["x-pii"] === undefined ? boundPath(form, screen, field, facts) : undefined;
      return at === undefined ? [] : [[field, { at, number: isNumber(schema) }]];
    }),
  );
}

/** Secret fields that have a stored value: left empty, they keep it. */
export function keptFields(
  form: FormOfFlow,
  screen: CompiledScreen,
  facts: Facts,
): readonly string[] {
  return form.pii
    .filter(({ path, kind }) => kind === "secret" && !path.includes("."))
    .map(({ path }) => path)
    .filter((field) => {
      const at = boundPath(form, screen, field, facts);
      const stored = at === undefined ? undefined : readPath(facts, at);
      return stored !== undefined && stored !== null && stored !== "";
    });
}

/**
 * Saves a valid form into the state, field by field. Fields that are not asked any more are
 * cleared.
 *
 * @param only the fields to save; default: all
 */
export function saveSubmission(
  {
    form,
    screen,
    changes,
  }: {
    readonly form: FormOfFlow;
    readonly screen: CompiledScreen;
    readonly changes: Changes;
  },
  data: JsonObject,
  only?: (field: string) => boolean,
): void {
  const kept = new Set(keptFields(form, screen, changes.facts));
  const before = changes.facts;
  const unasked = unaskedFields(form, before);
  // Of two fields with one place, the asked one decides its value.
  const taken = new Set(
    unasked.length === 0
      ? []
      : Object.keys(form.compiled.fields)
          .filter((field) => !unasked.includes(field))
          .map((field) => boundPath(form, screen, field, before)),
  );
  for (const field of Object.keys(form.compiled.fields)) {
    const path = boundPath(form, screen, field, changes.facts);
    if (path === undefined || (only !== undefined && !only(field))) continue;
    if (taken.has(path) && unasked.includes(field)) continue;
    const value: Json = Object.hasOwn(data, field) ? (data[field] ?? null) : null;
    const empty = value === null || value === "";
    if (empty && kept.has(field)) continue;
    const stored = readPath(changes.facts, path) ?? null;
    const next = empty ? null : value;
    if (!sameJson(stored, next)) changes.put(path, next);
  }
}

/** State path a field is read from and saved to; undefined for fields that are never saved. */
export function boundPath(
  form: FormOfFlow,
  screen: CompiledScreen,
  field: string,
  facts: Facts,
): string | undefined {
  const schema = form.compiled.fields[field];
  if (schema === undefined) return undefined;
  const { binds } = screen.definition;
  const path = fieldPlace(field, schema, binds);
  return path === undefined ? undefined : fillStatePath(path, facts);
}
