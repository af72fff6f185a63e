import { timingSafeEqual } from "node:crypto";

/**
 * Whether a hash equals one of those expected. It compares all of them, each in constant time, so
 * that the time reveals nothing.
 */
export function equalsOneOf(expected: readonly Buffer[], given: Buffer): boolean {
  return expected
    .map((each) => each.length === given.length && timingSafeEqual(each, given))
    .includes(true);
}
