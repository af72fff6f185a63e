import { describe, expect, it } from "vitest";
import {
  firstLine,
  readPlaces,
  textIn,
  searchPlaces,
} from "../../server/sandbox/platform/place-search.ts";
import { shippedLibrary } from "../definitions.ts";

const flow = (await shippedLibrary()).flows.get("merchant-signup");
const places = readPlaces(flow?.attachments ?? {});
const ids = (
  text: string,
  country = "US",
  types: Parameters<typeof searchPlaces>[3] = ["address", "establishment"],
) => searchPlaces(places, text, country, types).map(({ id }) => id);

describe("places of the sandbox", () => {
  it("have ids of their own, and parts that the forms of their country take", () => {
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
    const given = { today: "2026-03-01" };
    const refused = places.flatMap((place) => {
      const variant = flow?.variants.find(({ market }) => market === place.country);
      const form =
        variant === undefined ? undefined : flow?.variant(variant).forms.get("address")?.compiled;
      return ["en", "fr"].flatMap((language) => {
        const parts = {
          line1: firstLine(place, language),
          line2: place.unit,
          city: textIn(place.city, language),
          territory: place.territory,
          zip: place.zip,
        };
        return Object.entries(parts).flatMap(([name, text]) =>
          text === undefined || form?.fitting(name, text, given) === text
            ? []
            : [`${place.id}: ${name} ${text}`],
        );
      });
    });
    expect(refused).toEqual([]);
  });

  it("are found by the beginnings of their words, without accents, in their country", () => {
    expect(ids("640 haw")).toEqual([
      "us-chicago-1",
      "us-chicago-3",
      "us-springfield-1",
      "us-cedar-bakery",
    ]);
    expect(ids("640 hawthorn springf")).toEqual(["us-springfield-1"]);
    expect(ids("cedar pine")).toEqual(["us-cedar-bakery"]);
    expect(ids("cedar pine", "US", ["address"])).toEqual([]);
    expect(ids("1250 montreal tamarac", "CA", ["address"])).toEqual(["ca-montreal-1"]);
    expect(ids("h3g1p1 montr", "CA", ["address"])).toEqual(["ca-montreal-1"]);
    expect(ids("640 haw", "CA")).toEqual([]);
    // The number is that of the building, not the beginning of a code.
    expect(ids("606 chicago")).toEqual([]);
    expect(ids("  ")).toEqual([]);
  });
});
