/** A number as a person types it, without an exponent: 1e-7 is `0.0000001`. */
export function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e")
    ? value.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 15 })
    : text;
}
