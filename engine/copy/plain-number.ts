import type { CommaGroups } from "./decimal-comma.ts";

/**
 * A number as a person types it, without an exponent: 1e-7 is `0.0000001`.
 *
 * @param comma set where the locale writes decimals behind a comma
 */
export function plainNumber(value: number, comma?: CommaGroups): string {
  const text = String(value);
  const plain = text.includes("e")
    ? value.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 15 })
    : text;
  return comma === undefined ? plain : plain.replace(".", ",");
}
