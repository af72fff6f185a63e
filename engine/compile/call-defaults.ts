import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";

/**
 * The calls of a file, each with what the file's `defaults` say for all of them and the call does
 * not say itself. Headers are laid under the call's own; of `params` a call takes those that its
 * path has.
 */
export function callsWithDefaults(file: JsonObject): Json | undefined {
  const { calls, defaults } = file;
  if (!isObject(calls) || !isObject(defaults)) return calls;
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      isObject(call) ? withDefaults(call, defaults) : call,
    ]),
  );
}

function withDefaults(call: JsonObject, defaults: JsonObject): JsonObject {
  const { params, headers, ...simple } = defaults;
  const named = Object.entries(asObject(params)).filter(([name]) =>
    String(call["path"] ?? defaults["path"]).includes(`{${name}}`),
  );
  return {
    ...simple,
    ...call,
    ...laid("params", Object.fromEntries(named), call),
    ...laid("headers", asObject(headers), call),
  };
}

function laid(word: string, under: JsonObject, call: JsonObject): JsonObject {
  return Object.keys(under).length === 0 ? {} : { [word]: { ...under, ...asObject(call[word]) } };
}
