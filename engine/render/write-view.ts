import type { ScreenView } from "./view.ts";

/** A constant part of a view, with its JSON. */
export interface FixedPart {
  readonly json: string;
}

/**
 * A view as JSON, written once: its texts with a fixed part between each two. Two views are equal
 * when both are.
 */
export interface WrittenView {
  /** One more than there are fixed parts. */
  readonly texts: readonly string[];
  /** In the order in which the JSON has them. */
  readonly fixed: readonly FixedPart[];
}

/** Constant parts of views by object; undefined until their JSON is needed. */
const fixedParts = new WeakMap<object, FixedPart | undefined>();

/** Marks a part of views as constant: `writeView` serialises it once. */
export function markFixed<T extends object>(part: T): T {
  if (!fixedParts.has(part)) fixedParts.set(part, undefined);
  return part;
}

/**
 * Members of a view whose own members are constant: the form by name, blocks and actions one by
 * one.
 */
const OPENED: ReadonlySet<string> = new Set(["form", "blocks", "actions"]);

/** Serialises a view, reusing the JSON of its constant parts. */
export function writeView(view: ScreenView | Omit<ScreenView, "session">): WrittenView {
  const writing: Writing = { text: "", texts: [], fixed: [] };
  writeMembers(writing, view, (name, value) => {
    if (OPENED.has(name)) writeOpened(writing, value);
    else writeValue(writing, value);
  });
  return { texts: [...writing.texts, writing.text], fixed: writing.fixed };
}

/** What `JSON.stringify` makes of a written view. */
export function jsonOf({ texts, fixed: parts }: WrittenView): string {
  return texts.map((text, at) => `${text}${parts[at]?.json ?? ""}`).join("");
}

interface Writing {
  /** What stands after the last fixed part. */
  text: string;
  readonly texts: string[];
  readonly fixed: FixedPart[];
}

function writeOpened(writing: Writing, value: unknown): void {
  if (!Array.isArray(value)) {
    writeMembers(writing, value as object, (_, member) => writeValue(writing, member));
    return;
  }
  let before = "[";
  for (const element of value) {
    writing.text += before;
    writeValue(writing, element);
    before = ",";
  }
  writing.text += before === "[" ? "[]" : "]";
}

function writeMembers(
  writing: Writing,
  object: object,
  writeMember: (name: string, value: unknown) => void,
): void {
  let before = "{";
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue;
    writing.text += `${before}"${name}":`;
    writeMember(name, value);
    before = ",";
  }
  writing.text += before === "{" ? "{}" : "}";
}

function writeValue(writing: Writing, value: unknown): void {
  if (typeof value !== "object" || value === null || !fixedParts.has(value)) {
    writing.text += JSON.stringify(value);
    return;
  }
  const part = fixedParts.get(value) ?? { json: JSON.stringify(value) };
  fixedParts.set(value, part);
  writing.texts.push(writing.text);
  writing.text = "";
  writing.fixed.push(part);
}
