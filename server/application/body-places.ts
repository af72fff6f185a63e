import { asObject, isObject, type Json } from "../../engine/language/json.ts";

/** The value at a place in the body of a call; undefined where there is none. */
export function valueAt(body: Json, pointer: readonly string[]): Json | undefined {
  let at: Json | undefined = body;
  for (const segment of pointer) {
    if (Array.isArray(at)) at = at[Number(segment)];
    else if (isObject(at) && Object.hasOwn(at, segment)) at = at[segment];
    else return undefined;
  }
  return at;
}

/** A body with another value at a place; objects on the way there are made where there are none. */
export function withValue(body: Json, [segment, ...rest]: readonly string[], value: Json): Json {
  if (segment === undefined) return value;
  if (Array.isArray(body))
    return body.with(Number(segment), withValue(body[Number(segment)] ?? null, rest, value));
  const object = asObject(body);
  return { ...object, [segment]: withValue(object[segment] ?? null, rest, value) };
}
