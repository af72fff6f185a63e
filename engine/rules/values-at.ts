import { isObject, type Json } from "../language/json.ts";

/**
 * The values at a place of a state, those of a list one by one; `*` stands for every entry of a
 * list.
 */
export function valuesAt(
  value: Json | undefined,
  [segment, ...rest]: readonly string[],
): readonly Json[] {
  if (value === undefined || value === null) return [];
  if (segment === undefined) return Array.isArray(value) ? value : [value];
  if (segment === "*")
    return Array.isArray(value) ? value.flatMap((each: Json) => valuesAt(each, rest)) : [];
  return isObject(value) && Object.hasOwn(value, segment) ? valuesAt(value[segment], rest) : [];
}
