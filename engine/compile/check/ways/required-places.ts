import { fieldPlace } from "../../../language/field-place.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { FormOfFlow } from "../../compiled-variant.ts";
import { formParts } from "../forms/form-parts.ts";

/** The places of answers that a form always requires, and that are kept. */
export function requiredPlaces(
  { definition }: CompiledScreen,
  form: FormOfFlow,
): readonly string[] {
  const [root] = formParts(form.schema);
  return (root?.required ?? []).flatMap((name) => {
    const field = form.compiled.fields[name];
    const place = fieldPlace(name, field, definition.binds);
    const isKept = field?.["x-transient"] !== true && place?.includes("[") === false;
    return isKept && field?.["x-when"] === undefined ? [place] : [];
  });
}
