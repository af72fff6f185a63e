import { asList, isObject, type Json } from "../../../language/json.ts";
import type { CheckContext } from "../run/check-context.ts";

/** Reports fields whose own bounds refuse every answer that their format takes. */
export function checkFormatBounds({ flow, reporter }: CheckContext): void {
  for (const [form, { compiled }] of flow.forms)
    for (const [name, { format = "", minLength = 0, maxLength = Infinity }] of Object.entries(
      compiled.fields,
    )) {
      const bounds = lengthOf(flow.formats[format]);
      if (bounds === undefined || (bounds.min <= maxLength && bounds.max >= minLength)) continue;
      const member = bounds.min > maxLength ? "maxLength" : "minLength";
      reporter.at(`/forms/${form}/properties/${name}/${member}`, {
        code: "FLOW-FIELD-BOUNDS",
        message: `No answer of "${name}" keeps both its ${member} and the length of its format "${format}"`,
        suggestion: `without ${member}`,
      });
    }
}

/** The lengths that a format takes; undefined where it says none. */
function lengthOf(
  format: Json | undefined,
): { readonly min: number; readonly max: number } | undefined {
  const checks = isObject(format) ? format["checks"] : undefined;
  const found = asList(checks).find(
    (check: Json) => isObject(check) && check["check"] === "length",
  );
  if (!isObject(found)) return undefined;
  const { min, max } = found;
  return {
    min: typeof min === "number" ? min : 0,
    max: typeof max === "number" ? max : Infinity,
  };
}
