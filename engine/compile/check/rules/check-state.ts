import { overlaps, replaceIds } from "../../../rules/state-path.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { fieldPlace } from "../../../language/field-place.ts";
import type { FieldSchema, FormSchema } from "../../../language/form.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { mentionsOf } from "../../../validate/fields.ts";
import type { CheckContext, FlowWideCheck } from "../run/check-context.ts";

/**
 * What the variants of a flow do with the state, taken together. Paths have `*` for the elements of
 * lists.
 */
interface StateUses {
  readonly read: Set<string>;
  readonly written: Set<string>;
  /**
   * Every word that rules and templates mention: elements of lists are read and written by members
   * alone.
   */
  readonly words: Set<string>;
  /** Entries of the definitions that were taken in. */
  readonly entries: Set<JsonObject>;
}

/** Nothing used yet. */
function emptyStateUses(): StateUses {
  return { read: new Set(), written: new Set(), words: new Set(), entries: new Set() };
}

/** Parts of the definitions in which no rule stands. */
const WITHOUT_RULES = new Set([
  "state",
  "copy",
  "theme",
  "config",
  "configSchema",
  "flags",
  "flagDefinitions",
  "formats",
  "sequences",
  "sandboxes",
]);

/** Operators whose texts are paths. */
const READING = new Set(["var", "fact", "missing", "missing_some"]);

/** Adds what one variant reads and writes. */
function addStateUses({ flow, tree }: CheckContext, uses: StateUses): void {
  for (const [part, value] of Object.entries(tree))
    if (!WITHOUT_RULES.has(part)) addUsesIn(value, uses);
  for (const { into, instead } of Object.values(flow.definition.entryParameters ?? {}))
    for (const path of [into, ...(instead ?? []).map((each) => each.into)])
      if (path !== undefined) uses.written.add(withPlaceholders(path));
  for (const { definition } of flow.screens.values()) {
    const { form, binds, list } = definition;
    if (typeof list?.of === "string") uses.read.add(withPlaceholders(list.of));
    const declared =
      form === undefined
        ? undefined
        : (tree["forms"] as Readonly<Record<string, FormSchema>> | undefined)?.[form];
    for (const [name, field] of declared === undefined ? [] : mentionsOf(declared))
      addField(name, field, binds, uses);
  }
}

/** Uses of an answer: the state stores it, and the screen shows it when the applicant returns. */
function addField(
  name: string,
  field: FieldSchema,
  binds: string | undefined,
  uses: StateUses,
): void {
  const path = fieldPlace(name, field, binds);
  if (path === undefined) return;
  for (const kind of [uses.read, uses.written]) kind.add(withPlaceholders(path));
  for (const word of withPlaceholders(path).split(".")) uses.words.add(word);
}

/** Uses of the state by a part of the tree, and by each of its entries. */
const gathered = new WeakMap<JsonObject, StateUses>();

/** Adds the uses of a part, which are looked for once. */
function addUsesIn(part: Json, uses: StateUses): void {
  if (!isObject(part)) return gather(part, "", uses);
  for (const [key, value] of Object.entries(part)) {
    addKey(key, uses);
    if (key === "set" || !isObject(value)) {
      gather({ [key]: value }, "", uses);
      continue;
    }
    if (uses.entries.has(value)) continue;
    uses.entries.add(value);
    const known = gathered.get(value) ?? emptyStateUses();
    if (!gathered.has(value)) gather(value, key, known);
    gathered.set(value, known);
    for (const kind of ["read", "written", "words"] as const)
      for (const each of known[kind]) uses[kind].add(each);
  }
}

function addKey(key: string, uses: StateUses): void {
  for (const word of key.split(/[^\w$-]+/)) uses.words.add(word);
}

function gather(value: Json, under: string, uses: StateUses): void {
  if (typeof value === "string") {
    for (const word of value.split(/[^\w$-]+/)) uses.words.add(word);
    // A word by itself is a path only where a path is wanted: screens and lists may have the same
    // name.
    if (READING.has(under) || /^[\w$-]+(?:\.[^\s.]+)+$/.test(value))
      uses.read.add(withPlaceholders(value));
    return;
  }
  if (Array.isArray(value)) {
    for (const inner of value) gather(inner, under, uses);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    addKey(key, uses);
    if (key === "set" && isObject(inner))
      for (const [path, set] of Object.entries(inner)) addSet(path, set, uses);
    gather(inner, key, uses);
  }
}

/** A place that is only ever set to null counts as one that nothing writes. */
function addSet(path: string, value: Json, uses: StateUses): void {
  if (value !== null) uses.written.add(withPlaceholders(path));
  for (const [, place = ""] of path.matchAll(/\{([^{}]+)\}/g))
    uses.read.add(withPlaceholders(place));
}

/** Reports properties of the state that nothing reads, or nothing writes. */
export class StateCheck implements FlowWideCheck {
  private readonly uses = emptyStateUses();

  gather(context: CheckContext): void {
    addStateUses(context, this.uses);
  }

  /**
   * Reports the properties of one schema. One that is to stay all the same says why, as `x-unused`.
   */
  check(context: CheckContext): void {
    const { flow, reporter } = context;
    const { uses } = this;
    const [read, written] = [within(uses.read), within(uses.written)];
    // Two places written once, with an anchor, are used when one of them is.
    const found = new Map<JsonObject, Leaf & { isRead: boolean; isWritten: boolean }>();
    for (const leaf of leavesOf(flow.stateSchema, [], "/state")) {
      const listed = leaf.path.includes("*");
      const known = found.get(leaf.schema) ?? { ...leaf, isRead: false, isWritten: false };
      const mentioned = uses.words.has(leaf.path.at(-1) ?? "");
      known.isRead ||= listed ? mentioned : read(leaf.path);
      known.isWritten ||= listed ? mentioned : written(leaf.path);
      found.set(leaf.schema, known);
    }
    for (const { path, pointer, schema, isRead, isWritten } of found.values()) {
      const excused = schema["x-unused"] !== undefined;
      if (excused !== (isRead && isWritten)) continue;
      const dotted = path.join(".");
      const readers = isRead && !isWritten && !excused ? readersOf(context, dotted) : undefined;
      reporter.at(pointer, {
        code: "FLOW-STATE-UNUSED",
        severity: readers?.isDecisive === true ? "error" : "warning",
        message: excused
          ? `"${dotted}" says that it is not used, and it is read and written`
          : messageOf(dotted, isRead, isWritten) + (readers?.words ?? ""),
        about: [dotted],
      });
    }
  }
}

/** Readers of a place that a message names. */
const READERS = 3;

/** Members whose rules decide what people are shown, asked and led to. */
const DECISIVE = /\/(?:when|skip|exists|allow|asked|done|x-when|x-required)(?:\/|$)|^\/guards\//;

/** Where a place of the state is read, in words, and whether a rule decides by it. */
function readersOf(
  { tree, reporter }: CheckContext,
  path: string,
): { readonly words: string; readonly isDecisive: boolean } {
  const places = new Set<string>();
  let isDecisive = false;
  const visit = (value: Json, pointer: string): void => {
    if (Array.isArray(value))
      return value.forEach((each: Json, at) => visit(each, `${pointer}/${at}`));
    if (!isObject(value)) return;
    for (const [key, part] of Object.entries(value)) {
      const at = childPointer(pointer, key);
      const [read] = [part].flat() as readonly Json[];
      if (READING.has(key) && typeof read === "string" && overlaps(read, path)) {
        const { file, line } = reporter.places.placeOf(at);
        places.add(`${file}:${line}`);
        isDecisive ||= DECISIVE.test(at);
      } else visit(part, at);
    }
  };
  for (const [part, value] of Object.entries(tree))
    if (!WITHOUT_RULES.has(part)) visit(value, `/${part}`);
  const named = [...places].slice(0, READERS);
  const more = places.size > READERS ? ` and ${places.size - READERS} more` : "";
  return { words: named.length === 0 ? "" : `: ${named.join(", ")}${more}`, isDecisive };
}

function messageOf(path: string, isRead: boolean, isWritten: boolean): string {
  if (isWritten) return `Nothing reads "${path}": it is kept in vain`;
  return isRead
    ? `Nothing writes "${path}": whatever reads it finds nothing`
    : `Nothing reads or writes "${path}"`;
}

/** Whether a place, something around it or something inside it is among some paths. */
function within(paths: ReadonlySet<string>): (path: readonly string[]) => boolean {
  const around = new Set(
    [...paths].flatMap((path) =>
      path.split(".").map((_, at, segments) => segments.slice(0, at + 1).join(".")),
    ),
  );
  return (path) =>
    around.has(path.join(".")) || path.some((_, at) => paths.has(path.slice(0, at + 1).join(".")));
}

interface Leaf {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly schema: JsonObject;
}

function leavesOf(schema: JsonObject, path: readonly string[], pointer: string): readonly Leaf[] {
  const { properties, items } = schema;
  if (isObject(properties) && Object.keys(properties).length > 0)
    return Object.entries(properties).flatMap(([name, inner]) =>
      isObject(inner) ? leavesOf(inner, [...path, name], `${pointer}/properties/${name}`) : [],
    );
  if (isObject(items) && isObject(items["properties"]))
    return leavesOf(items, [...path, "*"], `${pointer}/items`);
  return path.length === 0 ? [] : [{ path, pointer, schema }];
}

/** Elements of lists, by place or id, as `*`. */
function withPlaceholders(path: string): string {
  return replaceIds(path, "*")
    .split(".")
    .map((segment) => (/^\d+$/.test(segment) ? "*" : segment))
    .join(".");
}
