import type { ApplicationEvent } from "../../../engine/transition/event.ts";
import type { PiiPath } from "../../../engine/compile/compiled-variant.ts";
import { replaceIds } from "../../../engine/rules/state-path.ts";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { elementName, within } from "./document-path.ts";
import { keepsBoxes, nodeAt, PLAIN, treeOf, BOX, isTag } from "./place-tree.ts";
import { pathOfBox } from "./moved-box.ts";
import type { DocumentPlace, KeptBox, OpenedBox, OpenedDocument } from "./opened-document.ts";
import { OWN, Sealer } from "./sealer.ts";
import { FORMER, type Vault } from "./vault.ts";

/*
 * Documents with sealed values at their leaves. In a document a sealed value (a box) is an object
 * with the one member `$sealed`. No text can be one. An object that was given in this shape, for
 * example by a platform's answer, is wrapped: its one member is `$plain`, and holds the object as
 * it was given.
 *
 * Documents of the former format have texts that begin with `sealed:v1:` in the place of such
 * objects. They are still written while the version before serves beside this one; then every text
 * that looks like a box is sealed.
 */

/** The inputs of sealing a document. */
interface SealedWith {
  readonly vault: Vault;
  /** Paths that were sealed before, even where the definition no longer marks them. */
  readonly sealed?: readonly PiiPath[];
}

/**
 * Seals every personal value of a state. An unchanged value keeps the sealed form it was read from.
 *
 * @param unopened sealed values that were left out when it was read
 */
export function sealState(
  state: JsonObject,
  pii: readonly PiiPath[],
  place: DocumentPlace,
  { vault, sealed = [], ...opened }: SealedWith & Partial<Omit<OpenedDocument, "value">>,
): JsonObject {
  const tree = treeOf(pii, sealed);
  return new Sealer(place, vault, opened).document(state, tree);
}

/** Seals every personal value of events, at any depth of a change. */
export function sealEvents(
  events: readonly ApplicationEvent[],
  pii: readonly PiiPath[],
  place: DocumentPlace,
  { vault, sealed = [] }: SealedWith,
): readonly ApplicationEvent[] {
  const sealer = new Sealer(place, vault);
  const tree = treeOf(pii, sealed);
  return events.map((event, at) => ({
    ...event,
    changes: event.changes.map(({ path, value }, index) => ({
      path,
      value: sealer.value(value, nodeAt(tree, path), `.${at}.changes.${index}.value`),
    })),
  }));
}

/**
 * Seals what lies open in events of the bound format at places that were marked as personal later.
 * Sealed values stay sealed, and those that cannot be opened stay as they are.
 */
export function sealOpenEvents(
  events: readonly ApplicationEvent[],
  pii: readonly PiiPath[],
  place: DocumentPlace,
  vault: Vault,
): readonly ApplicationEvent[] {
  const sealed = (raw: Json, path: string, at: string): Json => {
    const { value, ...opened } = openDocument(raw, true, { ...place, within: at }, vault);
    const names = replaceIds(path, "*");
    const before = opened.sealed.map((each) => ({
      ...each,
      path: each.path === "" ? names : `${names}.${each.path}`,
    }));
    const sealer = new Sealer(place, vault, opened);
    const made = sealer.value(value, nodeAt(treeOf(pii, before), path), at);
    return keepsBoxes(made, opened.unopened) ? made : raw;
  };
  return events.map((event, at) => ({
    ...event,
    changes: event.changes.map(({ path, value }, index) => ({
      path,
      value: sealed(value, path, `.${at}.changes.${index}.value`),
    })),
  }));
}

/**
 * Opens every sealed value of a document, at any depth.
 *
 * @param bound false: the document is of the former format
 * @param place `within`: path of the value in its document, with a dot before it
 */
export function openDocument(
  value: Json,
  bound: boolean,
  { within, ...place }: DocumentPlace & { readonly within?: string },
  vault: Vault,
): OpenedDocument {
  const unopened: KeptBox[] = [];
  const boxes = new Map<string, OpenedBox>();
  const entries = new Map<string, Json>();
  const sealed = new Set<string>();
  const visit = (box: string, path: string, generic: string) => {
    sealed.add(generic);
    const from = pathOfBox(box, path, generic);
    const text = vault.tryOpen(box, { ...place, path: from });
    const inner = text === undefined ? undefined : parsed(text);
    if (text === undefined || inner === undefined) unopened.push({ path, box, from });
    else boxes.set(path, { box, text });
    return inner;
  };
  const entry = (path: string, inner: Json) => entries.set(path, inner);
  const opened = mapBoxes(value, bound, visit, { within, entry });
  return {
    value: opened ?? null,
    boxes,
    unopened,
    entries: unopened.length > 0 ? entries : new Map(),
    sealed: [...sealed].map((path) => ({ path, kind: "personal" })),
  };
}

/**
 * Opens a sealed value of a document when it is first read: for a reader of few places. One that
 * cannot be opened reads as undefined, and the vault reports it.
 */
export function openOnRead(value: Json, bound: boolean, place: DocumentPlace, vault: Vault): Json {
  const opened = mapBoxes(value, bound, (box, path, generic) => {
    const open = () => {
      const text = vault.tryOpen(box, { ...place, path: pathOfBox(box, path, generic) });
      return text === undefined ? undefined : parsed(text);
    };
    return new ClosedValue(open);
  });
  return opened ?? null;
}

/**
 * Seals each value of a document anew.
 *
 * @param format `bound`: the document is of the bound format; `binds`: so is the result
 * @param renew gets a sealed value, its path and the path that it is bound to; returns the new one,
 *   or undefined to leave it
 */
export function renewBoxes(
  value: Json,
  { bound, binds }: { readonly bound: boolean; readonly binds: boolean },
  renew: (box: string, path: string, from: string) => string | undefined,
): Json {
  const visit = (box: string, path: string, generic: string): Json => {
    const shown = renew(box, path, pathOfBox(box, path, generic)) ?? box;
    return binds ? { [BOX]: shown } : shown;
  };
  return mapBoxes(value, bound, visit, { wraps: binds }) ?? null;
}

/** A value that is opened on first read. */
class ClosedValue {
  constructor(readonly open: () => Json | undefined) {}

  /** Defines the value as an object's member, which replaces itself on first read. */
  putInto(object: object, name: string): void {
    const { open } = this;
    Object.defineProperty(object, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = open();
        Object.defineProperty(object, name, { ...OWN, value });
        return value;
      },
    });
  }
}

/**
 * Replaces the sealed values of a document; undefined removes one.
 *
 * @param visit gets the sealed value, its path, and its path with `*` for elements of lists
 * @param options `wraps`: wraps objects that only look like sealed values in the result; default:
 *   they stay as they are. `within`: path of the value in its document, with a dot before it.
 *   `entry`: gets each entry of a list that is named by its index and has parts
 */
function mapBoxes(
  value: Json,
  bound: boolean,
  visit: (box: string, path: string, generic: string) => Json | ClosedValue | undefined,
  {
    wraps = false,
    within: outer = "",
    entry: seen,
  }: {
    readonly wraps?: boolean;
    readonly within?: string;
    readonly entry?: (path: string, inner: Json) => void;
  } = {},
): Json | undefined {
  // A sealed id cannot name its element.
  const nameOf = (entry: Json, index: number) => {
    const name = elementName(entry, index);
    return !bound && name.startsWith(`[${FORMER}`) ? String(index) : name;
  };
  const map = (each: Json, path: string, generic: string): Json | ClosedValue | undefined => {
    if (typeof each === "string")
      return !bound && each.startsWith(FORMER)
        ? visit(each, path.slice(1), generic.slice(1))
        : each;
    if (Array.isArray(each))
      return each.flatMap((entry: Json, index) => {
        const name = nameOf(entry, index);
        const inner = openedOf(map(entry, within(path, name), `${generic}.*`));
        if (typeof inner === "object" && inner !== null && name === String(index))
          seen?.(within(path, name), inner);
        return inner === undefined ? [] : [inner];
      });
    if (typeof each !== "object" || each === null) return each;
    const object = each as JsonObject;
    if (!isTag(object)) return members(object, path, generic);
    const { [BOX]: box, [PLAIN]: plain } = object;
    if (bound && typeof box === "string") return visit(box, path.slice(1), generic.slice(1));
    const given = bound && isObject(plain) ? plain : object;
    return wraps ? { [PLAIN]: members(given, path, generic) } : members(given, path, generic);
  };
  const members = (object: JsonObject, path: string, generic: string): JsonObject => {
    const found: Record<string, Json> = {};
    for (const name of Object.keys(object)) {
      const inner = map(object[name] ?? null, within(path, name), within(generic, name));
      if (inner === undefined) continue;
      if (inner instanceof ClosedValue) inner.putInto(found, name);
      else if (name === "__proto__") Object.defineProperty(found, name, { ...OWN, value: inner });
      else found[name] = inner;
    }
    return found;
  };
  return openedOf(map(value, outer, ""));
}

/** Opens a value that is no member of an object at once. */
function openedOf(value: Json | ClosedValue | undefined): Json | undefined {
  return value instanceof ClosedValue ? value.open() : value;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
