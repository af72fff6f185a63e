import type { FieldSchema } from "./form.ts";

/**
 * The state path that a field's answer is read from and saved to, for every entry of a list alike.
 *
 * @param binds of the screen
 * @returns undefined for a field that is never saved, and where neither it nor the screen names one
 */
export function fieldPlace(
  name: string,
  field: Pick<FieldSchema, "x-bind" | "x-part" | "x-transient"> | undefined,
  binds: string | undefined,
): string | undefined {
  if (field?.["x-transient"] === true) return undefined;
  return (
    field?.["x-bind"] ?? (binds === undefined ? undefined : `${binds}.${field?.["x-part"] ?? name}`)
  );
}
