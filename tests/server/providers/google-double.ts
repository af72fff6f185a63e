import type { FastifyRequest } from "fastify";
import { misshapen, ProviderDouble, type DoubleAnswer } from "./provider-double.ts";

interface Component {
  readonly longText: string;
  readonly shortText: string;
  readonly types: readonly string[];
}

/**
 * Google's Places API (New): places:autocomplete and Place Details, held to what their reference
 * says.
 */
export class GoogleDouble extends ProviderDouble {
  readonly key = "a-key-of-google";
  /** Sessions by token: `open` until details are asked. */
  readonly sessions = new Map<string, "open" | "closed">();
  readonly placeId = `Ei${"x".repeat(240)}`;

  constructor() {
    super("application/json");
    // A colon begins a parameter, two of them are one.
    this.on("POST", "/v1/places::autocomplete", ({ body, headers }) =>
      this.autocomplete(body, headers),
    );
    this.on("GET", "/v1/places/:id", ({ params, query, headers }) =>
      this.details(params["id"], query, headers),
    );
  }

  get environment(): Record<string, string> {
    return { GOOGLE_PLACES_API_KEY: this.key, GOOGLE_PLACES_BASE_URL: this.url };
  }

  protected override notThere() {
    return googleError(404, "NOT_FOUND", "Method not found.").body;
  }

  protected override authorize(headers: FastifyRequest["headers"]): DoubleAnswer | undefined {
    return headers["x-goog-api-key"] === this.key
      ? undefined
      : googleError(403, "PERMISSION_DENIED", "The request is missing a valid API key.");
  }

  private autocomplete(body: unknown, headers: FastifyRequest["headers"]): DoubleAnswer {
    const wrong = misshapen(
      body,
      ["input"],
      [
        "locationBias",
        "locationRestriction",
        "includedPrimaryTypes",
        "includedRegionCodes",
        "languageCode",
        "regionCode",
        "origin",
        "inputOffset",
        "includeQueryPredictions",
        "sessionToken",
        "includePureServiceAreaBusinesses",
      ],
    );
    if (wrong !== undefined) return invalid(`Invalid JSON payload received: ${wrong}`);
    const {
      includedPrimaryTypes: types = [],
      includedRegionCodes: regions = [],
      sessionToken,
    } = body as AutocompleteBody;
    if (types.length > 5 || types.some((type) => !TYPES.has(type)))
      return invalid("Invalid included_primary_types");
    if (regions.length > 15 || regions.some((region) => !/^[a-z]{2}$/i.test(region)))
      return invalid("Invalid included_region_codes");
    const session = this.opened(sessionToken);
    if (session !== undefined) return session;
    const mask = String(headers["x-goog-fieldmask"] ?? "*").split(",");
    if (mask.some((each) => each !== "*" && !each.startsWith("suggestions.")))
      return invalid("Error expanding 'fields' parameter");
    const canada = regions[0] === "ca";
    return {
      status: 200,
      body: {
        suggestions: [
          {
            placePrediction: {
              placeId: this.placeId,
              structuredFormat: {
                mainText: { text: canada ? "1250 Rue du Tamarac" : "640 Hawthorn Road" },
                secondaryText: { text: canada ? "Montréal, QC" : "Brooklyn, NY" },
              },
            },
          },
          ...(types.includes("establishment")
            ? [
                {
                  placePrediction: {
                    placeId: "ChIJbakery",
                    structuredFormat: { mainText: { text: "Cedar & Pine Bakery" } },
                  },
                },
              ]
            : []),
        ],
      },
    };
  }

  private details(
    id: string | undefined,
    query: Readonly<Record<string, string>>,
    headers: FastifyRequest["headers"],
  ): DoubleAnswer {
    const unknown = Object.keys(query).find(
      (name) => !["languageCode", "regionCode", "sessionToken"].includes(name),
    );
    if (unknown !== undefined) return invalid(`Unknown name "${unknown}"`);
    const mask = headers["x-goog-fieldmask"];
    if (typeof mask !== "string" || mask === "")
      return invalid("FieldMask is a required parameter.");
    if (id !== this.placeId && id !== "ChIJbakery") return invalid(`Invalid Place ID`);
    const session = this.opened(query["sessionToken"]);
    if (session !== undefined) return session;
    if (query["sessionToken"] !== undefined) this.sessions.set(query["sessionToken"], "closed");
    const all: Readonly<Record<string, unknown>> = {
      addressComponents: query["regionCode"] === "ca" ? MONTREAL : BROOKLYN,
      ...(id === "ChIJbakery" ? { websiteUri: "https://www.cedarandpine.example/visit" } : {}),
    };
    return {
      status: 200,
      body: Object.fromEntries(
        mask.split(",").flatMap((name) => (Object.hasOwn(all, name) ? [[name, all[name]]] : [])),
      ),
    };
  }

  private opened(token: string | undefined): DoubleAnswer | undefined {
    if (token === undefined) return undefined;
    if (!/^[\w-]{1,36}$/.test(token)) return invalid("Invalid session token");
    if (this.sessions.get(token) === "closed") return invalid("The session is over");
    this.sessions.set(token, "open");
    return undefined;
  }
}

interface AutocompleteBody {
  readonly includedPrimaryTypes?: readonly string[];
  readonly includedRegionCodes?: readonly string[];
  readonly sessionToken?: string;
}

const TYPES = new Set([
  "street_address",
  "premise",
  "subpremise",
  "establishment",
  "route",
  "geocode",
]);

function component(longText: string, types: readonly string[], shortText = longText): Component {
  return { longText, shortText, types };
}

const BROOKLYN: readonly Component[] = [
  component("4B", ["subpremise"]),
  component("640", ["street_number"]),
  component("Hawthorn Road", ["route"], "Hawthorn Rd"),
  component("Brooklyn", ["sublocality_level_1", "sublocality", "political"]),
  component("New York", ["administrative_area_level_1", "political"], "NY"),
  component("United States", ["country", "political"], "US"),
  component("11215", ["postal_code"]),
  component("2043", ["postal_code_suffix"]),
];

const MONTREAL: readonly Component[] = [
  component("1250", ["street_number"]),
  component("Rue du Tamarac", ["route"]),
  component("Montréal", ["locality", "political"]),
  component("Québec", ["administrative_area_level_1", "political"], "QC"),
  component("Canada", ["country", "political"], "CA"),
  component("H3G 1P1", ["postal_code"]),
];

/** Google's own shape of errors. */
export function googleError(code: number, status: string, message: string): DoubleAnswer {
  return { status: code, body: { error: { code, message, status } } };
}

function invalid(message: string): DoubleAnswer {
  return googleError(400, "INVALID_ARGUMENT", message);
}
