import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { isObject, type Json } from "../language/json.ts";
import type { Facts } from "./facts.ts";

/** What stands in place of a masked value of which nothing is shown. */
export const MASK = "••••";

/**
 * The facts that a page and its messages are drawn from. Agents and staff look at another person's
 * application: they get the facts with sensitive and secret values masked, so fields, lists, texts,
 * labels and addresses have the mask.
 */
export function factsForVisitor(flow: CompiledVariant, facts: Facts): Facts {
  const role = facts["role"];
  if (typeof role !== "string" || flow.roles.get(role)?.people === undefined) return facts;
  let masked = facts;
  for (const { path, kind } of flow.pii)
    if (kind !== "personal") masked = maskedAt(masked, path.split(".")) as Facts;
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
