import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { memoize } from "../../../engine/language/memoize.ts";
import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import { plainName } from "./document-path.ts";
import { unmoved } from "./moved-box.ts";

/** The one member of a sealed value in a document. */
export const BOX = "$sealed";

/** The one member of an object that was given in the shape of a sealed value. */
export const PLAIN = "$plain";

/** Paths of personal values as a tree: by name, `*` for the elements of a list. */
export interface PlaceTree {
  whole: boolean;
  readonly members: Map<string, PlaceTree>;
}

const grown = memoize((pii: readonly PiiPath[]) => grow({ whole: false, members: new Map() }, pii));

/** The tree of personal places, with those that were sealed before. */
export function treeOf(pii: readonly PiiPath[], sealed: readonly PiiPath[]): PlaceTree {
  const known = grown(pii);
  if (sealed.every(({ path }) => nodeAt(known, path)?.whole === true)) return known;
  return grow({ whole: false, members: new Map() }, [...pii, ...sealed]);
}

function grow(tree: PlaceTree, pii: readonly PiiPath[]): PlaceTree {
  for (const { path } of pii) {
    let node = tree;
    for (const segment of path.split(".")) {
      const name = plainName(segment);
      const next = node.members.get(name) ?? {
        whole: false,
        members: new Map<string, PlaceTree>(),
      };
      node.members.set(name, next);
      node = next;
    }
    node.whole = true;
  }
  return tree;
}

/**
 * The node of a path such as `people.[ID].email`; a path within a personal value is personal as a
 * whole.
 */
export function nodeAt(tree: PlaceTree, path: string): PlaceTree | undefined {
  let node: PlaceTree | undefined = tree;
  for (const name of path.split(".")) {
    if (node === undefined || node.whole) return node;
    node = node.members.get(name.startsWith("[") ? "*" : name);
  }
  return node;
}

/** The node of a member, or of the elements with `*`; a part of a personal value is personal. */
export function partOf(tree: PlaceTree | undefined, name: string): PlaceTree | undefined {
  return tree?.whole === true ? tree : tree?.members.get(name);
}

/**
 * Whether an object has the shape of a sealed value, or of an object that was wrapped for having
 * it.
 */
export function isTag(value: JsonObject): boolean {
  return (
    (Object.hasOwn(value, BOX) || Object.hasOwn(value, PLAIN)) && Object.keys(value).length === 1
  );
}

/** Whether a value of a document of the bound format is sealed. */
export function isBox(value: Json): boolean {
  return isObject(value) && typeof value[BOX] === "string" && Object.keys(value).length === 1;
}

/** Whether a document that was sealed anew still has the boxes that cannot be opened. */
export function keepsBoxes(sealed: Json, unopened: readonly { readonly box: string }[]): boolean {
  if (unopened.length === 0) return true;
  const text = JSON.stringify(sealed);
  return unopened.every(({ box }) => text.includes(unmoved(box)));
}

/**
 * The personal places that have an open value in a document of the bound format, with `*` for
 * elements of lists; a place twice where it has two.
 */
export function* openPlaces(
  value: Json,
  node: PlaceTree | undefined,
  path = "",
): Generator<string> {
  if (node === undefined || value === null || isBox(value)) return;
  if (node.whole) {
    if (hasOpen(value)) yield path;
  } else if (Array.isArray(value))
    for (const each of value)
      yield* openPlaces(each as Json, node.members.get("*"), placeWithin(path, "*"));
  else if (isObject(value)) {
    const { [PLAIN]: plain } = value as JsonObject;
    const members = isObject(plain) && Object.keys(value).length === 1 ? plain : value;
    for (const [name, inner] of Object.entries(members))
      yield* openPlaces(inner, node.members.get(name), placeWithin(path, name));
  }
}

/** Whether something of a personal value lies open: it is sealed part by part, or not at all. */
function hasOpen(value: Json): boolean {
  if (value === null || isBox(value)) return false;
  if (typeof value !== "object") return true;
  const parts: readonly Json[] = Object.values(value);
  return parts.length === 0 || parts.some(hasOpen);
}

function placeWithin(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
