import { isDeepStrictEqual } from "node:util";
import { isObject, type Json } from "../../../engine/language/json.ts";
import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import { elementName, plainName } from "./document-path.ts";
import { isIndex } from "./moved-box.ts";
import type { KeptBox, OpenedDocument } from "./opened-document.ts";

/** A place of a document of which some values could not be opened. */
export interface KeptNode {
  readonly name: string;
  /** Places in it, by name. */
  readonly members: Map<string, KeptNode>;
  /** Whether such a value lies here, or below. */
  holds: boolean;
  /** The value that lies here. */
  box?: KeptBox;
  /** An entry of a list that is known by its index: all that was opened of it. */
  entry?: Json;
}

/** The tree of the values that could not be opened; undefined where there is none. */
export function keptTree({
  unopened,
  entries,
}: Pick<OpenedDocument, "unopened" | "entries">): KeptNode | undefined {
  if (unopened.length === 0) return undefined;
  const root: KeptNode = { name: "", members: new Map(), holds: true };
  for (const box of unopened) {
    for (const node of nodesTo(root, `.${box.path}`)) node.holds = true;
    nodeOf(root, `.${box.path}`).box = box;
  }
  for (const [path, entry] of entries) nodeOf(root, path).entry = entry;
  return root;
}

/** The values that could not be opened below a path; undefined where there is none. */
export function keptBelow(root: KeptNode | undefined, path: string): KeptNode | undefined {
  const node = root === undefined || path === "" ? root : nodeOf(root, path);
  return node?.holds === true ? node : undefined;
}

function nodeOf(root: KeptNode, path: string): KeptNode {
  return [...nodesTo(root, path)].at(-1) ?? root;
}

/** The nodes of a path, which begins with a dot; missing ones are made. */
function* nodesTo(root: KeptNode, path: string): Generator<KeptNode> {
  let node = root;
  for (const segment of path.slice(1).split(".")) {
    const name = plainName(segment);
    const next: KeptNode = node.members.get(name) ?? { name, members: new Map(), holds: false };
    node.members.set(name, next);
    node = next;
    yield node;
  }
}

/** The values of a list that could not be opened, for the entries that it has now. */
export interface KeptInList {
  /** The place that each entry was read from, where it has such values. */
  readonly places: readonly (KeptNode | undefined)[];
  /** Entries that were sealed as a whole, in the order of the index that they had. */
  readonly whole: readonly (KeptBox & { readonly index: number })[];
}

/**
 * Finds the entries of a list again: by id, else by all that was opened of them. The values of an
 * entry that is gone are gone with it.
 */
export function keptInList(entries: readonly Json[], list: KeptNode | undefined): KeptInList {
  if (list === undefined) return { places: [], whole: [] };
  const former = [...list.members]
    .flatMap(([name, node]) => (isIndex(name) ? [[Number(name), node] as const] : []))
    .toSorted(([one], [other]) => one - other);
  const left = former.filter(([, { entry }]) => entry !== undefined);
  const places = entries.map((entry, index) => {
    const named = list.members.get(elementName(entry, index));
    if (idOf(entry) !== undefined && named !== undefined) return named;
    const at = left.findIndex(([, node]) => isSameEntry(entry, node.entry));
    return at < 0 ? undefined : left.splice(at, 1)[0]?.[1];
  });
  return {
    places: places.map((node) => (node?.holds === true ? node : undefined)),
    whole: former.flatMap(([index, { box }]) => (box === undefined ? [] : [{ ...box, index }])),
  };
}

/**
 * The values that stay after the changes of a step: one whose place, or a place around it, is
 * cleared goes. Where the step gives a place another value, the sealing sees it there.
 */
export function stillKept(
  { unopened, entries }: Pick<OpenedDocument, "unopened" | "entries">,
  events: readonly ApplicationEvent[],
): readonly KeptBox[] {
  if (unopened.length === 0) return unopened;
  const cleared = events
    .flatMap(({ changes }) => changes)
    .filter(({ value }) => value === null)
    .map(({ path }) => path.split("."));
  return unopened.filter(({ path }) => {
    const segments = path.split(".");
    const isAt = (name: string, at: number) => {
      const segment = segments[at] ?? "";
      const id = idOf(entries.get(`.${segments.slice(0, at + 1).join(".")}`));
      return name === plainName(segment) || (id !== undefined && name === `[${id}]`);
    };
    return !cleared.some((names) => names.length <= segments.length && names.every(isAt));
  });
}

/** Whether an entry is the one that was read: by its id, or else by all it has. */
function isSameEntry(entry: Json, former: Json | undefined): boolean {
  const [id, formerId] = [idOf(entry), idOf(former)];
  return id === undefined ? isDeepStrictEqual(entry, former) : id === formerId;
}

function idOf(entry: Json | undefined): string | undefined {
  const id = isObject(entry) ? entry["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}
