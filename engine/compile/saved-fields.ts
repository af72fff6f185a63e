import { fieldPlace } from "../language/field-place.ts";
import type { FieldSchema } from "../language/form.ts";
import type { CompiledScreen } from "./compiled-screen.ts";
import type { CompiledVariant, FormOfFlow } from "./compiled-variant.ts";

/** A field of a screen's form whose answer the state keeps. */
export interface SavedField {
  readonly form: FormOfFlow;
  readonly name: string;
  readonly field: FieldSchema;
  /** State path of its answer, for every entry of a list alike. */
  readonly place: string;
}

/** The fields of a screen's form whose answers the state keeps. */
export function savedFields(
  { forms }: Pick<CompiledVariant, "forms">,
  { definition: { form: id = "", binds } }: Pick<CompiledScreen, "definition">,
): readonly SavedField[] {
  const form = forms.get(id);
  if (form === undefined) return [];
  return Object.entries(form.compiled.fields).flatMap(([name, field]) => {
    const place = fieldPlace(name, field, binds);
    return place === undefined ? [] : [{ form, name, field, place }];
  });
}

/** The places of the state that the answers of a screen's form are saved to. */
export function savedPlaces(
  flow: Pick<CompiledVariant, "forms">,
  screen: Pick<CompiledScreen, "definition">,
): readonly string[] {
  return savedFields(flow, screen).map(({ place }) => place);
}
