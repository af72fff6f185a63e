import type { FieldSchema } from "./form.ts";

/**
 * The state path that a field is bound to, whatever its entry of a list is.
 *
 * @param binds of the screen
 * @returns undefined where neither the field nor the screen says
 */
export function fieldPlace(
  name: string,
  field: Pick<FieldSchema, "x-bind" | "x-part"> | undefined,
  binds: string | undefined,
): string | undefined {
  return (
    field?.["x-bind"] ?? (binds === undefined ? undefined : `${binds}.${field?.["x-part"] ?? name}`)
  );
}
