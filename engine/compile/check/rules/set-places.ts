import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { childPointer } from "../../../source/json-pointer.ts";
import { givenContext, givenParts, type ValueNames } from "../values/given-parts.ts";

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

/** What the calls set of their answers. */
export function* setPlacesOfCalls(tree: JsonObject): Generator<Omit<SetPlace, "row" | "table">> {
  for (const [call, { set = null }] of Object.entries(asObject(tree["calls"])).map(
    ([id, definition]) => [id, asObject(definition)] as const,
  ))
    for (const [place, value] of Object.entries(asObject(set)))
      yield { pointer: childPointer(childPointer("/calls", call) + "/set", place), place, value };
}

/** What a value that is written at a place may be, and each part of it with its own place. */
export function writtenParts(place: string, value: Json, names: ValueNames) {
  return givenParts(value, givenContext(names)).map((part) => ({
    ...part,
    place: [place, ...part.members].join("."),
  }));
}
