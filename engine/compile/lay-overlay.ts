import { closest } from "../source/closest.ts";
import { ownMember, isObject, type Json, type JsonObject } from "../language/json.ts";

/** An override of something that does not exist. */
export interface DeadOverride {
  readonly pointer: string;
  readonly reason: "removes-nothing" | "changes-nothing";
  readonly suggestion?: string;
}

/**
 * Members of an overlay that the base does not have, down to a depth: no rule reads a setting or a
 * screen that only an overlay has, so it was probably renamed.
 *
 * @param depth levels that must exist in the base; deeper ones may be new
 */
export function unknownMembers(
  base: Json | undefined,
  overlay: Json | undefined,
  depth: number,
  pointer = "",
): readonly DeadOverride[] {
  if (!isObject(overlay) || depth === 0) return [];
  const known = isObject(base) ? Object.keys(base) : [];
  return Object.entries(overlay).flatMap(([key, value]): readonly DeadOverride[] => {
    const at = `${pointer}/${key}`;
    const below = isObject(base) ? ownMember(base, key) : undefined;
    if (below !== undefined)
      return isObject(below) ? unknownMembers(below, value, depth - 1, at) : [];
    // `layOverlay` reports removals.
    if (value === null) return [];
    const suggestion = closest(key, known) ?? allOf(known);
    return [
      {
        pointer: at,
        reason: "changes-nothing",
        suggestion,
      },
    ];
  });
}

/** How many names a suggestion lists. */
const MOST = 12;

/** All names, where one that resembles none of them was probably renamed. */
function allOf(names: readonly string[]): string | undefined {
  return names.length === 0 || names.length > MOST ? undefined : `one of ${names.join(", ")}`;
}

/**
 * Lays an overlay over a base: maps merge, lists of objects with an `id` merge by id (new ids are
 * added at the end), other lists and values are replaced, null removes.
 *
 * @param report called for every removal of something that does not exist
 */
export function layOverlay(
  base: Json | undefined,
  overlay: Json,
  report?: (dead: DeadOverride) => void,
  pointer = "",
): Json | undefined {
  if (overlay === null) {
    if (base === undefined) report?.({ pointer, reason: "removes-nothing" });
    return undefined;
  }
  if (isObject(overlay)) {
    const merged: Record<string, Json> = isObject(base) ? { ...base } : {};
    for (const [key, value] of Object.entries(overlay)) {
      const laid = layOverlay(ownMember(merged, key), value, report, `${pointer}/${key}`);
      if (laid === undefined) delete merged[key];
      else merged[key] = laid;
    }
    return merged;
  }
  if (isIdList(overlay) && isIdList(base)) return layIdList(base, overlay, report, pointer);
  return overlay;
}

function layIdList(
  base: readonly IdObject[],
  overlay: readonly IdObject[],
  report: ((dead: DeadOverride) => void) | undefined,
  pointer: string,
): Json {
  const merged: Json[] = [...base];
  for (const [index, entry] of overlay.entries()) {
    const at = merged.findIndex((existing) => isObject(existing) && existing["id"] === entry.id);
    if (entry["remove"] === true) {
      if (at < 0) report?.({ pointer: `${pointer}/${index}`, reason: "removes-nothing" });
      else merged.splice(at, 1);
    } else if (at < 0) merged.push(entry);
    else merged[at] = layOverlay(merged[at], entry, report, `${pointer}/${index}`) ?? null;
  }
  return merged;
}

type IdObject = JsonObject & { readonly id: string };

function isIdList(value: Json | undefined): value is readonly IdObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((entry) => isObject(entry) && typeof entry["id"] === "string")
  );
}
