import type { StateChange } from "../../engine/application/event.ts";
import type { PiiPath } from "../../engine/compile/compiled-variant.ts";
import type { Json, JsonObject } from "../../engine/definition/json.ts";
import { isSealed, type Vault } from "./vault.ts";

/** A state with every personal value sealed. */
export function sealState(state: JsonObject, pii: readonly PiiPath[], vault: Vault): JsonObject {
  return pii.reduce<Json>(
    (sealed, { path }) => sealAt(sealed, path.split("."), vault),
    state,
  ) as JsonObject;
}

/** State changes with every personal value sealed, wherever in the change it stands. */
export function sealChanges(
  changes: readonly StateChange[],
  pii: readonly PiiPath[],
  vault: Vault,
): StateChange[] {
  return changes.map((change) => {
    const at = change.path.split(".").map((segment) => (segment.startsWith("[") ? "*" : segment));
    let value = change.value;
    for (const { path } of pii) {
      const segments = path.split(".");
      if (at.length >= segments.length) {
        if (segments.every((segment, index) => segment === at[index]))
          value = sealWhole(value, vault);
      } else if (at.every((segment, index) => segment === segments[index]))
        value = sealAt(value, segments.slice(at.length), vault);
    }
    return { path: change.path, value };
  });
}

/** Opens every sealed value, wherever it stands. */
export function openAll(value: Json, vault: Vault): Json {
  if (isSealed(value)) return JSON.parse(vault.open(value)) as Json;
  if (Array.isArray(value)) return value.map((entry: Json) => openAll(entry, vault));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([key, inner]) => [key, openAll(inner, vault)]),
    );
  return value;
}

/** Places of sealed values: what was sealed once stays so, also under definitions that do not know it any more. */
export function sealedPaths(value: Json, path: readonly string[] = []): PiiPath[] {
  if (isSealed(value)) return [{ path: path.join("."), kind: "personal" }];
  if (Array.isArray(value))
    return [
      ...new Map(
        value
          .flatMap((entry: Json) => sealedPaths(entry, [...path, "*"]))
          .map((each) => [each.path, each]),
      ).values(),
    ];
  if (typeof value === "object" && value !== null)
    return Object.entries(value as JsonObject).flatMap(([key, inner]) =>
      sealedPaths(inner, [...path, key]),
    );
  return [];
}

function sealAt(value: Json, segments: readonly string[], vault: Vault): Json {
  const [segment, ...rest] = segments;
  if (segment === undefined) return sealWhole(value, vault);
  if (segment === "*")
    return Array.isArray(value) ? value.map((entry: Json) => sealAt(entry, rest, vault)) : value;
  if (
    typeof value !== "object" ||
    value === null ||
    Array.isArray(value) ||
    !Object.hasOwn(value, segment)
  )
    return value;
  return {
    ...(value as JsonObject),
    [segment]: sealAt((value as JsonObject)[segment] ?? null, rest, vault),
  };
}

function sealWhole(value: Json, vault: Vault): Json {
  return value === null || isSealed(value) ? value : vault.seal(JSON.stringify(value));
}
