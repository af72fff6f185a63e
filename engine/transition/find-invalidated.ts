import { unescapeSegment } from "../source/json-pointer.ts";
import { buildFacts, type Facts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import { boundPath, isAsked, validationContext } from "./submission.ts";
import { applyChanges, readPath, replaceIds } from "../rules/state-path.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import { asList, type Json, type JsonObject } from "../language/json.ts";
import { compileFormats } from "../validate/ajv-formats.ts";
import { compileSchema, schemaCompiler } from "../validate/json-schema.ts";
import { displayValue } from "../validate/display-value.ts";
import { memoize } from "../language/memoize.ts";

/** An answer that a version of a flow refuses, and the screen that asks for it. */
export interface InvalidatedAnswer {
  /** State path of the answer. */
  readonly path: string;
  readonly screen: string;
  readonly field: string;
  /** The version before did not ask for it. */
  readonly isNew?: boolean;
}

/**
 * Finds the answers in a state that a flow refuses: by its state schema, or by the form of every
 * open screen that asks for them. In the order of the screens.
 *
 * Only answers that can be asked again are listed: a value that no open screen asks for stays as it
 * is, and so does one that the flow does not know. A missing answer is no refused one; the flow's
 * own rules find it.
 */
export function findInvalidated(
  flow: CompiledVariant,
  state: ApplicationState,
  context: InputContext,
): readonly InvalidatedAnswer[] {
  const visit = { flow, state, context };
  const wrong = wrongPaths(flow.stateSchema, state);
  const verdicts = [...flow.screens.values()].flatMap((screen) =>
    validateScreen(visit, screen, wrong),
  );
  const failing = verdicts.filter(({ fails }) => fails);
  if (failing.length === 0) return [];
  const cleared = applyChanges(
    state,
    failing.map(({ path }) => ({ path, value: null })),
  );
  const open = verdicts.filter(
    ({ screen, params }) =>
      isOpen(visit, screen, params) || isOpen({ ...visit, state: cleared }, screen, params),
  );
  const found = new Map<string, InvalidatedAnswer>();
  for (const { path, screen, field, fails } of open) {
    if (!fails || found.has(path) || open.some((other) => other.path === path && !other.fails))
      continue;
    found.set(path, { path, screen: screen.id, field });
  }
  return [...found.values()];
}

interface Visit {
  readonly flow: CompiledVariant;
  readonly state: ApplicationState;
  readonly context: InputContext;
}

interface Verdict {
  readonly path: string;
  readonly screen: CompiledScreen;
  readonly params: JsonObject;
  readonly field: string;
  readonly fails: boolean;
}

/** Validates the state's answers against a screen's form. */
function validateScreen(
  visit: Visit,
  screen: CompiledScreen,
  wrong: ReadonlySet<string>,
): Verdict[] {
  const { flow, state } = visit;
  const form = flow.forms.get(screen.definition.form ?? "");
  if (form === undefined) return [];
  return entriesOf(screen, form, state).flatMap((params) => {
    const facts = factsFor(visit, params);
    if (screen.formWhen?.test(facts) === false) return [];
    const data: Record<string, Json> = {};
    const places: { field: string; path: string }[] = [];
    for (const [field, schema] of Object.entries(form.compiled.fields)) {
      const path = boundPath(form, screen, field, facts);
      const stored = path === undefined ? undefined : readPath(facts, path);
      // An empty checkbox is no answer.
      if (
        path === undefined ||
        stored === undefined ||
        stored === null ||
        stored === "" ||
        stored === false ||
        !isAsked(form, field, facts)
      )
        continue;
      data[field] = displayValue(stored, schema, compileFormats(flow.formats));
      places.push({ field, path });
    }
    if (places.length === 0) return [];
    const { problems } = form.compiled.validate(data, validationContext(form, screen, facts));
    const bad = new Set(problems.map(({ pointer }) => pointer.split("/")[1]));
    return places.map(({ field, path }) => ({
      path,
      screen,
      params,
      field,
      fails: bad.has(field) || wrong.has(replaceIds(path, "*")),
    }));
  });
}

/**
 * Path parameters to validate a form with: none, or for a form about an entry of a list each
 * entry's.
 */
function entriesOf(
  screen: CompiledScreen,
  form: FormOfFlow,
  state: ApplicationState,
): readonly JsonObject[] {
  const bound = [
    screen.definition.binds,
    ...Object.values(form.compiled.fields).map((field) => field["x-bind"]),
  ].find((path) => path?.includes("[{params."));
  const [, listPath = "", parameter = ""] = /^(.*)\.\[\{params\.(\w+)\}\]/.exec(bound ?? "") ?? [];
  if (parameter === "") return [{}];
  const list = readPath(state, listPath);
  return asList(list).flatMap((entry: Json) =>
    typeof readPath(entry, "id") === "string"
      ? [{ [parameter]: readPath(entry, "id") ?? null }]
      : [],
  );
}

function isOpen(visit: Visit, screen: CompiledScreen, params: JsonObject): boolean {
  const facts = factsFor(visit, params);
  return (screen.exists?.test(facts) ?? true) && (screen.allow?.test(facts) ?? true);
}

function factsFor({ flow, state, context }: Visit, params: JsonObject): Facts {
  return { ...buildFacts(flow, state, context), params, query: {} };
}

const validatorOf = memoize((schema: JsonObject) =>
  compileSchema(schemaCompiler({ strict: false, allErrors: true, validateFormats: false }), schema),
);

/** Paths that violate the state schema, with list entries as `*`, without unknown ones. */
function wrongPaths(schema: JsonObject, state: ApplicationState): ReadonlySet<string> {
  const validate = validatorOf(schema);
  if (validate(state)) return new Set();
  return new Set(
    (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== "additionalProperties" && keyword !== "required")
      .map(({ instancePath }) =>
        instancePath
          .slice(1)
          .split("/")
          .map((segment) => (/^\d+$/.test(segment) ? "*" : unescapeSegment(segment)))
          .join("."),
      ),
  );
}
