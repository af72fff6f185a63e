import type { Json } from "../../../language/json.ts";
import { givenParts, type GivenContext } from "../values/given-parts.ts";

/**
 * Every scalar that a rule may give: of constants, of a `case`, of a thing's member that it looks
 * up, and of values with such rules. Undefined where it may give anything else.
 */
export function resultsOf(rule: Json, context: GivenContext): readonly Json[] | undefined {
  const parts = givenParts(rule, context);
  const constants = parts.flatMap((part) => (part.gives === "constant" ? [part] : []));
  return constants.length === parts.length && constants.every(({ members }) => members.length === 0)
    ? constants.map(({ value }) => value)
    : undefined;
}
