import { asObject, isObject, type Json } from "./json.ts";

/** The value at a place, named by the segments of its JSON pointer; undefined without one. */
export function valueAt(body: Json | undefined, pointer: readonly string[]): Json | undefined {
  let at = body;
  for (const segment of pointer) {
    if (Array.isArray(at)) at = at[Number(segment)];
    else if (isObject(at) && Object.hasOwn(at, segment)) at = at[segment];
    else return undefined;
  }
  return at;
}

/** JSON with another value at a place; objects on the way there are made where there are none. */
export function withValue(body: Json, [segment, ...rest]: readonly string[], value: Json): Json {
  if (segment === undefined) return value;
  if (Array.isArray(body))
    return body.with(Number(segment), withValue(body[Number(segment)] ?? null, rest, value));
  const object = asObject(body);
  return { ...object, [segment]: withValue(object[segment] ?? null, rest, value) };
}
