import type { Json } from "../language/json.ts";

/** The arguments of an operator; a single one may stand without a list. */
export function argumentsOf(given: Json): readonly Json[] {
  return Array.isArray(given) ? given : [given];
}
