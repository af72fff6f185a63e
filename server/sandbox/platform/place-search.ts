import { asList, asObject, type Json } from "../../../engine/language/json.ts";
import { folded } from "./search-words.ts";

type Text = string | { readonly en: string; readonly fr: string };

/** An entry of sandbox/platform/places.yaml, with its country. */
export interface Place {
  readonly id: string;
  readonly country: string;
  readonly name?: string;
  readonly website?: string;
  readonly number: string;
  readonly route: Text;
  readonly unit?: string;
  readonly city: Text;
  readonly territory: string;
  readonly zip: string;
}

/** Kinds of places to search. */
export type PlaceType = "address" | "establishment";

const MOST_PLACES = 5;

/** All places of the sandbox. */
export function readPlaces(documents: Readonly<Record<string, Json>>): readonly Place[] {
  return Object.entries(
    asObject(asObject(documents["sandbox/platform/places.yaml"])["countries"]),
  ).flatMap(([country, places]) =>
    asList(places).map((place: Json) => ({
      ...(asObject(place) as unknown as Place),
      country,
    })),
  );
}

/** A text in French, or in English. */
export function textIn(text: Text, language: string): string {
  return typeof text === "string" ? text : language.startsWith("fr") ? text.fr : text.en;
}

/** The first line of the address. */
export function firstLine({ number, route }: Place, language: string): string {
  return `${number} ${textIn(route, language)}`;
}

/**
 * Places in which every typed word begins some word; those whose first word the first typed one
 * begins come first. At most five.
 */
export function searchPlaces(
  places: readonly Place[],
  text: string,
  country: string,
  types: readonly PlaceType[],
): readonly Place[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return [];
  return places
    .filter(
      (place) =>
        place.country === country &&
        types.includes(place.name === undefined ? "address" : "establishment"),
    )
    .map((place) => ({ place, words: wordsOfPlace(place) }))
    .filter(
      ({ place, words }) =>
        numberMatches(place, wanted) &&
        wanted.every((word) => words.some((each) => each.startsWith(word))),
    )
    .toSorted((a, b) => rank(a.words, wanted) - rank(b.words, wanted))
    .slice(0, MOST_PLACES)
    .map(({ place }) => place);
}

/** Whether a typed number is that of the building; true where no number was typed. */
function numberMatches({ number }: Place, [first = ""]: readonly string[]): boolean {
  return !/^\d/.test(first) || number.startsWith(first);
}

function rank(words: readonly string[], [first = ""]: readonly string[]): number {
  return words[0]?.startsWith(first) === true ? 0 : 1;
}

function wordsOfPlace({
  name = "",
  number,
  route,
  unit = "",
  city,
  territory,
  zip,
}: Place): readonly string[] {
  const inBoth = (text: Text) => (typeof text === "string" ? text : `${text.en} ${text.fr}`);
  return wordsOf(
    [name, number, inBoth(route), unit, inBoth(city), territory, zip.replace(" ", ""), zip].join(
      " ",
    ),
  );
}

function wordsOf(text: string): string[] {
  return folded(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
