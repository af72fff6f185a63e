import { fieldPlace } from "../../../language/field-place.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import { asObject } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";
import type { CompiledVariant, FormOfFlow } from "../../compiled-variant.ts";
import { formParts } from "../../mistakes/form-parts.ts";
import { stateSchemaAt } from "../../value-type.ts";

/**
 * Reports screens of a sequence that ask for required answers and stop no applicant: the screen has
 * no `done`, and none follows from its answers. The address of the next screen opens without them.
 */
export function checkMissingDone({ flow, reporter }: CheckContext): void {
  for (const names of flow.sequences.values())
    for (const id of names) {
      const screen = flow.screens.get(id);
      const form = flow.forms.get(screen?.definition.form ?? "");
      if (screen === undefined || form === undefined || screen.done !== undefined) continue;
      const field = requiredOf(form)[0];
      if (field === undefined) continue;
      reporter.at(`/screens/${id}/form`, {
        code: "FLOW-DONE-NONE",
        severity: "warning",
        message: `Nothing tells whether the screen "${id}" was answered: its answer "${field}" is required and ${isOfEntry(screen, form, field) ? "kept in an entry of a list" : "not kept"}, and people may pass the screen without it`,
        about: [id, field],
        suggestion: isOfEntry(screen, form, field)
          ? "done: a rule over the list that holds once no entry lacks the answer"
          : (bindsMeant(flow, screen, form) ??
            "done: a rule over the state that holds once the answer was accepted"),
      });
    }
}

/** The `binds` that a screen forgot: a part of the state that is made as its form is. */
function bindsMeant(
  { stateSchema }: CompiledVariant,
  { definition }: CompiledScreen,
  { compiled }: FormOfFlow,
): string | undefined {
  const fields = Object.entries(compiled.fields).filter(
    ([, field]) => field["x-transient"] !== true && field["x-bind"] === undefined,
  );
  if (definition.binds !== undefined || fields.length === 0) return undefined;
  const meant = Object.keys(asObject(stateSchema["properties"])).filter((part) =>
    fields.every(
      ([name, field]) =>
        stateSchemaAt(stateSchema, `${part}.${field["x-part"] ?? name}`) !== undefined,
    ),
  );
  const named = meant.find((part) => part === definition.form) ?? meant[0];
  return named === undefined ? undefined : `binds: ${named}`;
}

/** Whether an answer is kept in an entry of a list: no entry tells of all of them. */
function isOfEntry(
  { definition }: CompiledScreen,
  { compiled }: FormOfFlow,
  name: string,
): boolean {
  return fieldPlace(name, compiled.fields[name], definition.binds)?.includes("[") === true;
}

/** The required answers of a form that people type. */
function requiredOf({ schema, compiled }: FormOfFlow): readonly string[] {
  const required = new Set(formParts(schema).flatMap((part) => part.required));
  return Object.entries(compiled.fields).flatMap(([name, field]) =>
    required.has(name) && field["x-widget"] !== "hidden" ? [name] : [],
  );
}
