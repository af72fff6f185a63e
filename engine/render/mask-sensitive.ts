import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Facts } from "../transition/facts.ts";
import { MASK } from "./render-value.ts";

/**
 * The facts that a page is drawn from. Agents and staff look at another person's application: they
 * get the facts with sensitive values masked, so fields, lists, texts and labels show the mask.
 */
export function factsForDrawing(flow: CompiledVariant, facts: Facts): Facts {
  const role = facts["role"];
  if (typeof role !== "string" || flow.roles.get(role)?.people === undefined) return facts;
  let masked = facts;
  for (const { path, kind } of flow.pii)
    if (kind === "sensitive") masked = maskedAt(masked, path.split(".")) as Facts;
  return masked;
}

/** A copy of a value with the one at a path masked; `*` stands for every element of a list. */
function maskedAt(value: Json | undefined, [segment, ...rest]: readonly string[]): Json {
  if (value === undefined || value === null || value === "") return value ?? null;
  if (segment === undefined) return MASK;
  if (segment === "*")
    return Array.isArray(value) ? value.map((each: Json) => maskedAt(each, rest)) : value;
  return isObject(value) && Object.hasOwn(value, segment)
    ? { ...value, [segment]: maskedAt(value[segment], rest) }
    : value;
}
