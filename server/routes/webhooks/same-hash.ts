import { timingSafeEqual } from "node:crypto";

/**
 * Whether one of several hashes equals the given one. Compares each of them, so that the time
 * reveals nothing.
 */
export function isOneOf(expected: readonly Buffer[], given: Buffer): boolean {
  return expected
    .map((each) => each.length === given.length && timingSafeEqual(each, given))
    .includes(true);
}

/** The secrets of an environment variable: during a rotation several, parted by commas. */
export function secretsIn(variable: string): readonly string[] {
  return variable
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}
