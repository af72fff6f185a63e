import { asObject, isObject, type Json, type JsonObject } from "../language/json.ts";
/*
 * State paths are dotted: `applicant.firstName`. A segment in brackets picks the element of a list
 * by its id: `people.[urn:p:1].email`. Setting through an id that is not there adds the element;
 * null removes.
 */

/** Whether a path names a place, or a part of it. */
export function liesIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`);
}

/** Whether a change at one of two places may change the other. */
export function overlaps(one: string, other: string): boolean {
  return liesIn(one, other) || liesIn(other, one);
}

/** Reads a path; undefined when any part of it is missing. Own properties only. */
export function readPath(state: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = state;
  for (let from = 0, end = 0; end >= 0; from = end + 1) {
    if (typeof at !== "object" || at === null) return undefined;
    end = path.indexOf(".", from);
    const segment = end < 0 ? path.slice(from) : path.slice(from, end);
    if (Array.isArray(at)) at = elementOf(at, segment);
    else at = Object.hasOwn(at, segment) ? (at as JsonObject)[segment] : undefined;
  }
  return at;
}

/** A path with `place` for each id of an element: `people.[urn:p:1].email` is `people.*.email`. */
export function replaceIds(path: string, place: "*" | "0"): string {
  return path.replaceAll(/\[[^[\]]*\]/g, place);
}

/** The element of a list by its place or, in brackets, by its id. */
function elementOf(list: readonly Json[], segment: string): Json | undefined {
  const id = elementId(segment);
  if (id !== undefined) return list.find((element) => hasId(element, id));
  return /^\d+$/.test(segment) ? list[Number(segment)] : undefined;
}

/** A new state with the changes made, in order; untouched parts are shared with the old one. */
export function applyChanges(state: JsonObject, changes: readonly StateChange[]): JsonObject {
  let changed = state;
  for (const change of changes)
    changed = changedObject(changed, change.path.split("."), change.value);
  return changed;
}

function changedNode(
  node: Json | undefined,
  segments: readonly string[],
  value: Json,
): Json | undefined {
  const [segment] = segments;
  if (segment === undefined) return value === null ? undefined : value;
  const id = elementId(segment);
  if (id !== undefined)
    return changedList(Array.isArray(node) ? node : [], id, segments.slice(1), value);
  return changedObject(asObject(node), segments, value);
}

function changedObject(node: JsonObject, segments: readonly string[], value: Json): JsonObject {
  const [segment = "", ...rest] = segments;
  const copy: Record<string, Json> = { ...node };
  const child = Object.hasOwn(copy, segment) ? copy[segment] : undefined;
  if (child === undefined && value === null) return node;
  const changed = changedNode(child, rest, value);
  if (changed === undefined) delete copy[segment];
  else copy[segment] = changed;
  return copy;
}

function changedList(
  list: readonly Json[],
  id: string,
  rest: readonly string[],
  value: Json,
): Json {
  const at = list.findIndex((element) => hasId(element, id));
  if (at < 0) {
    if (value === null) return list;
    const added = changedNode(rest.length === 0 ? undefined : { id }, rest, value);
    return added === undefined ? list : [...list, added];
  }
  const changed = changedNode(list[at], rest, value);
  return changed === undefined ? list.toSpliced(at, 1) : list.with(at, changed);
}

function elementId(segment: string): string | undefined {
  return segment.startsWith("[") && segment.endsWith("]") ? segment.slice(1, -1) : undefined;
}

function hasId(element: Json, id: string): boolean {
  return isObject(element) && element["id"] === id;
}

export interface StateChange {
  /**
   * Dotted path into the state: `applicant.firstName`; `people.[ID].email` picks the element of a
   * list by its id.
   */
  readonly path: string;
  readonly value: Json;
}
