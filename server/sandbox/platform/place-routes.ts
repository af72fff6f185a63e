import type { FastifyInstance } from "fastify";
import { done, failed } from "./answer.ts";
import {
  firstLine,
  readPlaces,
  textIn,
  searchPlaces,
  type Place,
  type PlaceType,
} from "./place-search.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { route } from "./route.ts";
import { listOf, object } from "./schemas/parts.ts";
import { memoize } from "../../../engine/language/memoize.ts";

const LANGUAGE = { enum: ["en", "fr-CA"] } as const;
/** Id of one search: it stays from the first letter to the choice. */
const SESSION = { type: ["string", "null"], pattern: "^[A-Za-z0-9_-]{1,36}$" } as const;
const PLACE_ID = { type: "string", pattern: "^[a-z0-9-]{1,60}$" } as const;
const SAID = { type: "string" } as const;

/**
 * Routes of addresses and businesses: suggestions for a text, and the whole of one (spec 2 §3
 * "Address object", §7).
 */
export function placeRoutes(app: FastifyInstance, tools: PlatformTools): void {
  const read = memoize(readPlaces);
  const places = () => read(tools.flow()?.attachments ?? {});
  suggestionsRoute(app, tools, places);
  placeRoute(app, tools, places);
}

function suggestionsRoute(
  app: FastifyInstance,
  tools: PlatformTools,
  places: () => readonly Place[],
): void {
  route<{ input: string; country: string; types: readonly PlaceType[]; language: string }>(
    app,
    tools,
    {
      section: "Places",
      method: "POST",
      url: "/api/v2/places/autocomplete",
      call: "places",
      readsOnly: true,
      summary: "Suggests addresses and businesses of a country for what is typed",
      body: object(
        {
          input: { type: "string", maxLength: 200 },
          country: { enum: ["US", "CA"] },
          types: {
            type: "array",
            items: { enum: ["address", "establishment"] },
            minItems: 1,
            uniqueItems: true,
          },
          language: LANGUAGE,
          session: SESSION,
        },
        ["input", "country", "types", "language"],
      ),
      answer: object(
        {
          places: listOf(object({ id: SAID, text: SAID, detail: SAID }, ["id", "text", "detail"])),
        },
        ["places"],
      ),
    },
    async (_, { body: { input, country, types, language } }) =>
      done({
        places: searchPlaces(places(), input, country, types).map((place) => ({
          id: place.id,
          text:
            place.name ??
            [firstLine(place, language), place.unit]
              .filter((part) => part !== undefined)
              .join(", "),
          detail: `${place.name === undefined ? "" : `${firstLine(place, language)}, `}${textIn(place.city, language)}, ${place.territory} ${place.zip}`,
        })),
      }),
  );
}

function placeRoute(
  app: FastifyInstance,
  tools: PlatformTools,
  places: () => readonly Place[],
): void {
  route<undefined, { language: string; session?: string }, { placeId: string }>(
    app,
    tools,
    {
      section: "Places",
      method: "GET",
      url: "/api/v2/places/:placeId",
      call: "place",
      summary: "Tells the parts of an address, and the website of a business",
      params: object({ placeId: PLACE_ID }, ["placeId"]),
      query: object({ language: LANGUAGE, session: SESSION }, ["language"]),
      answer: object(
        {
          streetNumber: SAID,
          route: SAID,
          line1: SAID,
          aptNumber: SAID,
          city: SAID,
          territory: SAID,
          zip: SAID,
          countryCode: SAID,
          website: SAID,
        },
        ["streetNumber", "route", "line1", "city", "territory", "zip", "countryCode"],
      ),
    },
    async (_, { params: { placeId }, query: { language } }) => {
      const place = places().find(({ id }) => id === placeId);
      if (place === undefined) return failed(404, "Not found", "There is no such place");
      return done({
        streetNumber: place.number,
        route: textIn(place.route, language),
        line1: firstLine(place, language),
        ...(place.unit === undefined ? {} : { aptNumber: place.unit }),
        city: textIn(place.city, language),
        territory: place.territory,
        zip: place.zip,
        countryCode: place.country,
        ...(place.website === undefined ? {} : { website: new URL(place.website).host }),
      });
    },
  );
}
