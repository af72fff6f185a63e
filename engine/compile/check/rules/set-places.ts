import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { membersOf } from "../../../rules/compile-template.ts";
import { childPointer } from "../../../source/json-pointer.ts";

/** What a `set` writes, with the row, the action or the timer that it belongs to. */
export interface SetPlace {
  readonly pointer: string;
  readonly place: string;
  readonly value: Json;
  readonly row: JsonObject;
  /** The table of the row; undefined for any other. */
  readonly table: string | undefined;
}

/** Everything that screens, tables and flow.yaml set; the `set` of calls is left out. */
export function* setPlaces(tree: JsonObject): Generator<SetPlace> {
  for (const part of ["screens", "flow"] as const)
    yield* setsIn(tree[part] ?? null, { pointer: `/${part}`, table: undefined });
  // The name of a table whose rows stand in place has slashes, which its pointer keeps.
  for (const [table, rows] of Object.entries(asObject(tree["tables"])))
    yield* setsIn(rows, { pointer: `/tables/${table}`, table });
}

function* setsIn(
  value: Json,
  { pointer, table }: Pick<SetPlace, "pointer" | "table">,
): Generator<SetPlace> {
  if (Array.isArray(value))
    for (const [at, each] of value.entries())
      yield* setsIn(each as Json, { pointer: `${pointer}/${at}`, table });
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const below = childPointer(pointer, key);
    if (key !== "set") yield* setsIn(part, { pointer: below, table });
    else
      for (const [place, written] of Object.entries(asObject(part)))
        yield { pointer: childPointer(below, place), place, value: written, row: value, table };
  }
}

/** A written place with its value, and the places of the members that the value is made of. */
export function* writtenParts(place: string, value: Json): Generator<readonly [string, Json]> {
  yield [place, value];
  if (Array.isArray(value))
    for (const each of value as readonly Json[]) yield* writtenParts(`${place}.*`, each);
  for (const [name, member] of Object.entries(membersOf(value) ?? {}))
    yield* writtenParts(`${place}.${name}`, member);
  // Names and values in turn.
  const members = asList(asObject(value)["object"]);
  for (const [at, name] of members.entries())
    if (at % 2 === 0 && typeof name === "string")
      yield* writtenParts(`${place}.${name}`, members[at + 1] ?? null);
}
