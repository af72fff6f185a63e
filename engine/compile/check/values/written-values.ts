import { axesOf } from "../../../language/axes.ts";
import { savedFields } from "../../saved-fields.ts";
import { overlaps, replaceIds } from "../../../rules/state-path.ts";
import { asObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { FieldSchema } from "../../../language/form.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { membersWithin } from "../../../rules/members.ts";
import { stateSchemaAt } from "../../value-type.ts";
import { givenParts, isMadeOfParts, type GivenPart } from "./given-parts.ts";
import { callsInto } from "./outcomes-into.ts";

/** Parts of the definitions that change the state. */
const WRITING = ["tables", "screens", "calls", "providers", "flow"] as const;

/**
 * The choices of the fields that ask for each place of the state, with `0` for any entry of a list;
 * not of a place that some field takes any value for.
 */
export function choicesAsked(flow: CompiledVariant): ReadonlyMap<string, readonly Json[]> {
  const asked = new Map<string, readonly Json[] | undefined>();
  for (const screen of flow.screens.values())
    for (const { field, place: path } of savedFields(flow, screen)) {
      const place = replaceIds(path, "0");
      const [own, others] = [choicesAlone(field), asked.get(place)];
      const isOpen = own === undefined || (asked.has(place) && others === undefined);
      asked.set(place, isOpen ? undefined : [...(others ?? []), ...own]);
    }
  return new Map(
    [...asked].flatMap(([place, choices]) => (choices === undefined ? [] : [[place, choices]])),
  );
}

/** Words of a field whose choices the moment decides. */
const UNSURE = ["x-where", "x-choices", "x-suggest"] as const;

/** What definitions put at places of the state, with `0` for any entry of a list. */
export interface WrittenPlaces {
  readonly values: Map<string, Json[]>;
  /** Places that anything else may change. */
  readonly open: Set<string>;
}

/** Nothing written yet. */
export function emptyWrittenPlaces(): WrittenPlaces {
  return { values: new Map(), open: new Set() };
}

/** Adds the choices of forms and the constants of state changes of one variant. */
export function addWrittenPlaces(
  flow: CompiledVariant,
  tree: JsonObject,
  { values, open }: WrittenPlaces,
): void {
  const add = (path: string, written: readonly Json[] | undefined): void => {
    const place = replaceIds(path, "0");
    const fixed = (place.split(/[[{]/)[0] ?? place).replace(/\.$/, "");
    // What is taken away leaves no value behind.
    if (written?.length === 0) return;
    if (written === undefined || fixed !== place) open.add(fixed);
    else values.set(place, [...(values.get(place) ?? []), ...written]);
  };
  const named = (name: string) => flow.values.get(name)?.rule;
  const addSets = (part: Json, calls: Iterable<string>): void => {
    const choicesOf = (path: string) => choicesRead(flow, path, calls);
    for (const [name, sets] of membersWithin(part))
      if (name === "set")
        for (const [path, set] of Object.entries(asObject(sets)))
          for (const [place, written] of writtenBy(path, givenParts(set, { named }), choicesOf))
            add(place, written);
  };
  const callsBefore = callsInto(flow);
  for (const part of WRITING)
    for (const [id, each] of Object.entries(asObject(tree[part])))
      addSets(each, part === "calls" ? [id] : (part === "tables" && callsBefore.get(id)) || []);
  for (const { definition } of flow.entryParameters.values()) collectTargets(definition, add);
  for (const screen of flow.screens.values())
    for (const { field, place } of savedFields(flow, screen)) add(place, choicesAlone(field));
}

/** Values by the place of the state that they are put at. */
export type WrittenValues = ReadonlyMap<string, readonly Json[]>;

/** The values that are put at places; not at a place that anything else may change. */
export function writtenValues({ values, open }: WrittenPlaces): WrittenValues {
  return new Map(
    [...values].filter(
      ([path]) =>
        ![...open].some((other) => overlaps(path, other)) &&
        ![...values.keys()].some((other) => other !== path && overlaps(path, other)),
    ),
  );
}

/**
 * The values that a flow without axes writes. Nothing is known of one variant of a flow with axes:
 * a rule may be about the choices of another.
 */
export function ownWrittenValues(flow: CompiledVariant, tree: JsonObject): WrittenValues {
  const places = emptyWrittenPlaces();
  if (axesOf(flow.definition).length === 0) addWrittenPlaces(flow, tree, places);
  return writtenValues(places);
}

/**
 * The choices of what a `set` reads: of the answers of calls, or of a place of the state; undefined
 * for anything.
 */
function choicesRead(
  flow: CompiledVariant,
  path: string,
  calls: Iterable<string>,
): readonly Json[] | undefined {
  const [root, ...members] = path.split(".");
  if (root !== "answer") return choicesIn(stateSchemaAt(flow.stateSchema, replaceIds(path, "0")));
  const each = [...calls].map((name) => flow.calls.get(name));
  const choices = each.map((call) =>
    // The answer in the flow's words is another than the one that the schema is about.
    call?.answerSchema === undefined || call.definition.answer !== undefined
      ? undefined
      : choicesIn(stateSchemaAt(call.answerSchema, members.join("."))),
  );
  return choices.length === 0 || choices.includes(undefined)
    ? undefined
    : choices.flatMap((some) => some ?? []);
}

/** The values that a schema lists, without null: it leaves no value behind. */
function choicesIn(schema: JsonObject | undefined): readonly Json[] | undefined {
  const choices = schema?.["enum"];
  return Array.isArray(choices) && schema?.["type"] !== "array"
    ? choices.filter((choice: Json) => choice !== null)
    : undefined;
}

/** What a `set` puts at its place and at places inside of it; undefined for anything. */
function writtenBy(
  path: string,
  parts: readonly GivenPart[],
  choicesOf: (path: string) => readonly Json[] | undefined,
): readonly (readonly [place: string, written: readonly Json[] | undefined])[] {
  return parts.flatMap((part): ReturnType<typeof writtenBy> => {
    // What lies inside of a list is known of the list alone.
    const [list = ""] = part.members.includes("*") ? part.members.join(".").split(".*") : [];
    if (part.members.includes("*")) return [[[path, list].join(".").replace(/\.$/, ""), undefined]];
    const place = [path, ...part.members].join(".");
    if (part.gives === "constant") return [[place, part.value === null ? [] : [part.value]]];
    if (part.gives === "read") return [[place, choicesOf(part.path)]];
    // The members of an object are parts of their own.
    const isObjectOfParts =
      part.gives === "made" && part.kinds?.includes("object") === true && isMadeOfParts(part.rule);
    return isObjectOfParts ? [] : [[place, undefined]];
  });
}

/** Every text of an entry parameter may name its place. */
function collectTargets(value: unknown, add: (path: string, written: undefined) => void): void {
  if (typeof value === "string") add(value, undefined);
  else if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) collectTargets(part, add);
}

/** The values of a field that takes its choices alone. */
function choicesAlone(field: FieldSchema): readonly Json[] | undefined {
  if (UNSURE.some((word) => field[word] !== undefined)) return undefined;
  return field.enum ?? field.items?.enum;
}
