/**
 * A result in 15 significant digits, without the dust of binary fractions: 0.1 × 3 is 0.3, and not
 * 0.30000000000000004. Whole numbers stay as they are.
 */
export function withoutDust(result: number): number {
  return Number.isInteger(result) || !Number.isFinite(result)
    ? result
    : Number(result.toPrecision(15));
}
