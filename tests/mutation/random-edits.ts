import fc from "fast-check";
import type { Json } from "../../engine/language/json.ts";

/** One slip of an author's hand: where, what kind, and with what. */
export interface Edit {
  readonly place: number;
  readonly kind: "remove" | "replace" | "repeat" | "empty" | "rename" | "swap" | "wrap" | "copy";
  readonly value: Json;
}

/** What people and merges leave behind in the place of what belongs there. */
const ODD: readonly Json[] = [
  -1,
  0,
  1,
  2.5,
  1e300,
  "",
  "(",
  "[a",
  "name",
  "a.b",
  "reader.name",
  "child",
  null,
  true,
  false,
  [],
  {},
  [[]],
  [""],
  ["name", "name"],
  { "*": [] },
  { var: "reader.name" },
  { if: [true] },
  { "===": [1] },
  { type: "array" },
  { const: null },
  { not: {} },
  "string",
  "integer",
  "array",
  "object",
  "radio",
  "checkbox",
  "combobox",
  "file",
  "hidden",
  "^(a+)+$",
  "__proto__",
  "key",
];

/** One to three slips. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    place: fc.nat(),
    kind: fc.constantFrom("remove", "replace", "repeat", "empty", "rename", "swap", "wrap", "copy"),
    value: fc.constantFrom(...ODD),
  }),
  { minLength: 1, maxLength: 3 },
) as fc.Arbitrary<readonly Edit[]>;

/** The value with the slips made in it, one after the other. */
export function withEdits(value: Json, slips: readonly Edit[]): Json {
  const made = structuredClone(value) as Json;
  for (const slip of slips) {
    const places = placesIn(made);
    const place = places[slip.place % Math.max(1, places.length)];
    if (place !== undefined) edit(place, slip, places);
  }
  return made;
}

type Container = Record<string, Json> | Json[];
interface Place {
  readonly of: Container;
  readonly key: string;
}

function placesIn(value: Json): readonly Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, Json]) => [
    { of: value as Container, key },
    ...placesIn(inner),
  ]);
}

function edit({ of, key }: Place, { kind, value, place }: Edit, places: readonly Place[]): void {
  const list = Array.isArray(of) ? of : undefined;
  const map = of as Record<string, Json>;
  const now = map[key] ?? null;
  switch (kind) {
    case "remove":
      if (list === undefined) delete map[key];
      else list.splice(Number(key), 1);
      return;
    case "replace":
      map[key] = structuredClone(value) as Json;
      return;
    case "repeat":
      if (list === undefined) map[`${key}2`] = structuredClone(now);
      else list.push(structuredClone(now));
      return;
    case "empty":
      map[key] = Array.isArray(now) ? [] : typeof now === "object" ? {} : "";
      return;
    case "rename":
      if (list !== undefined) return;
      delete map[key];
      map[typeof value === "string" && value !== "__proto__" ? value : `${key}x`] = now;
      return;
    case "swap":
      if (list !== undefined) list.reverse();
      return;
    case "wrap":
      map[key] = [now];
      return;
    case "copy": {
      const from = places[(place * 7 + 3) % places.length];
      if (from !== undefined)
        map[key] = structuredClone((from.of as Record<string, Json>)[from.key] ?? null);
    }
  }
}
