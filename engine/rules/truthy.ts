import type { Json } from "../language/json.ts";

/** Yes or no in JSON-logic's sense: as in JavaScript, but an empty list is no. */
export function truthy(value: Json | undefined): boolean {
  return !!value && !(Array.isArray(value) && value.length === 0);
}
