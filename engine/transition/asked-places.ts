import { readPath } from "../rules/state-path.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { compileFormats } from "../validate/ajv-formats.ts";
import type { CompiledFormat } from "../validate/format.ts";
import { buildFacts, layFacts, type Facts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import { boundPath, isAsked, validationContext } from "./submission.ts";
import { displayValue } from "../validate/display-value.ts";

/** A place of the state that a form asks for. */
export interface AskedPlace {
  /** State path, dotted. */
  readonly path: string;
  readonly screen: CompiledScreen;
  readonly field: string;
  /** Whether the state answers the whole form: an empty optional field was left empty then. */
  readonly answered: boolean;
}

/**
 * The places of the state that a variant's screens ask for, in the order of the screens. Forms
 * about an entry of a list are left out: their places do not exist without an entry.
 */
export function askedPlaces(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): readonly AskedPlace[] {
  const facts = layFacts(buildFacts(flow, state, context), { params: {}, query: {} });
  const formats = compileFormats(flow.formats);
  return [...flow.screens.values()].flatMap((screen) => {
    const { form: name } = screen.definition;
    const form = flow.forms.get(name ?? "");
    if (
      form === undefined ||
      screen.exists?.test(facts) === false ||
      screen.formWhen?.test(facts) === false
    )
      return [];
    const places = placesOf(form, screen, facts);
    const data = storedIn(form, places, facts, formats);
    const answered =
      Object.keys(data).length > 0 && isTakenAs(data, { form, screen, places, facts });
    return [...places].map(([field, path]) => ({ path, screen, field, answered }));
  });
}

/** State paths by field. */
function placesOf(
  form: FormOfFlow,
  screen: CompiledScreen,
  facts: Facts,
): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(form.compiled.fields).flatMap((field) => {
      const path = boundPath(form, screen, field, facts);
      return path === undefined || path.includes("[") || !isAsked(form, field, facts)
        ? []
        : [[field, path] as const];
    }),
  );
}

/** The state's values of a form's fields, in their typed form. */
function storedIn(
  form: FormOfFlow,
  places: ReadonlyMap<string, string>,
  facts: Facts,
  formats: ReadonlyMap<string, CompiledFormat>,
): JsonObject {
  return Object.fromEntries(
    [...places].flatMap(([field, path]): [string, Json][] => {
      const stored = readPath(facts, path);
      const schema = form.compiled.fields[field];
      return stored === undefined || stored === null || schema === undefined
        ? []
        : [[field, displayValue(stored, schema, formats)]];
    }),
  );
}

/** Whether the form accepts this data; fields that are never saved do not count. */
function isTakenAs(
  data: JsonObject,
  {
    form,
    screen,
    places,
    facts,
  }: {
    readonly form: FormOfFlow;
    readonly screen: CompiledScreen;
    readonly places: ReadonlyMap<string, string>;
    readonly facts: Facts;
  },
): boolean {
  const { problems } = form.compiled.validate(data, validationContext(form, screen, facts));
  return problems.every(({ pointer }) => {
    const field = pointer.split("/")[1] ?? "";
    return field !== "" && !places.has(field);
  });
}
