/** The number that a text says, as `'6'` says 6; undefined for any other value. */
export function numberSaid(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? String(Number(value))
    : undefined;
}
