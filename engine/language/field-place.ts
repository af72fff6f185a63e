import type { FieldSchema } from "./form.ts";

/**
 * The state path that a field is bound to, for every entry of a list alike.
 *
 * @param binds of the screen
 * @returns undefined where neither the field nor the screen names one
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
