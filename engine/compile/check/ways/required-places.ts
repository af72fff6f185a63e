import { fieldPlace } from "../../../language/field-place.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { formParts } from "../../mistakes/form-parts.ts";

/** The places of answers that the form of a screen always requires, and that are kept. */
export function requiredPlaces(
  { forms }: Pick<CompiledVariant, "forms">,
  { definition }: CompiledScreen,
): readonly string[] {
  const form = forms.get(definition.form ?? "");
  const [root] = form === undefined ? [] : formParts(form.schema);
  return (root?.required ?? []).flatMap((name) => {
    const field = form?.compiled.fields[name];
    return field === undefined || field["x-when"] !== undefined
      ? []
      : (fieldPlace(name, field, definition.binds) ?? []);
  });
}
