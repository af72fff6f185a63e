import { timingSafeEqual } from "node:crypto";

/** Whether one of several hashes is the given one. Each is compared, whichever fits: how long it takes says nothing. */
export function isOneOf(expected: readonly Buffer[], given: Buffer): boolean {
  return expected
    .map((each) => each.length === given.length && timingSafeEqual(each, given))
    .includes(true);
}

/** Secrets as they stand in a variable: several are parted by commas while they rotate. */
export function secretsIn(variable: string): readonly string[] {
  return variable
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");
}
