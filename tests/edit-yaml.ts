import { isCollection, isMap, isScalar, isSeq, parseDocument, type Document } from "yaml";

/**
 * Edits of YAML sources by place and value, whatever their layout. A place is its members from the
 * root, joined by `/`; an entry of a list is named by its `id`, or by its index:
 * `rows/to-consent/to`, `blocks/0/when`.
 */
type Place = string;

/** Replaces the value at a place. Throws when the source has no such place. */
export function setAt(text: string | undefined, place: Place, value: unknown): string {
  return edit(text, (document) => {
    document.setIn(keysOf(document, place), document.createNode(value));
  });
}

/**
 * Adds a member or an entry (`-` is the end of a list). Throws when its parent is missing or it is
 * there already.
 */
export function addAt(text: string | undefined, place: Place, value: unknown): string {
  return edit(text, (document) => {
    const steps = place.split("/");
    const name = steps.pop() ?? "";
    const parent = keysOf(document, steps.join("/"));
    if (name === "-") return document.addIn(parent, document.createNode(value));
    if (document.hasIn([...parent, name])) throw new Error(`The source has ${place} already.`);
    return document.setIn([...parent, name], document.createNode(value));
  });
}

/** Removes what stands at a place. Throws when nothing does. */
export function removeAt(text: string | undefined, place: Place): string {
  return edit(text, (document) => document.deleteIn(keysOf(document, place)));
}

/**
 * Gives the member at a place another name, and leaves it where it stands. Throws when there is
 * none.
 */
export function renameAt(text: string | undefined, place: Place, name: string): string {
  return edit(text, (document) => {
    const keys = keysOf(document, place);
    const parent = document.getIn(keys.slice(0, -1), true);
    const map = keys.length === 1 ? document.contents : parent;
    const pair = isMap(map)
      ? map.items.find(({ key }) => isScalar(key) && key.value === keys.at(-1))
      : undefined;
    if (!isScalar(pair?.key)) throw new Error(`${place} is no member of a map.`);
    pair.key.value = name;
  });
}

/** The line of the first occurrence of a text, from 1. Throws when there is none. */
export function lineOf(text: string | undefined, part: string): number {
  const at = (text ?? "").split("\n").findIndex((line) => line.includes(part));
  if (at < 0) throw new Error(`The source has no ${part}.`);
  return at + 1;
}

function edit(text: string | undefined, change: (document: Document.Parsed) => void): string {
  if (text === undefined) throw new Error("There is no source to edit.");
  const document = parseDocument(text);
  change(document);
  return document.toString({ lineWidth: 0 });
}

/** The keys and indexes that lead to a place. */
function keysOf(document: Document.Parsed, place: Place): (string | number)[] {
  const keys: (string | number)[] = [];
  if (place === "") return keys;
  for (const step of place.split("/")) {
    const node = keys.length === 0 ? document.contents : document.getIn(keys, true);
    const key = isSeq(node) ? indexOf(node.items, step) : step;
    if (!isCollection(node) || !node.has(key)) throw new Error(`The source has no ${place}.`);
    keys.push(key);
  }
  return keys;
}

function indexOf(items: readonly unknown[], step: string): number {
  const named = items.findIndex((item) => isMap(item) && String(item.get("id")) === step);
  return named >= 0 ? named : Number(step);
}
