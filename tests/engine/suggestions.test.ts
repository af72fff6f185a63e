import { describe, expect, it } from "vitest";
import type { CallRequest, CallResult } from "../../engine/transition/input.ts";
import {
  readSuggestions,
  suggestRequest,
  type SuggestInput,
  type SuggestPlace,
} from "../../engine/transition/suggest-request.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { Json } from "../../engine/language/json.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const flow = (await shippedLibrary()).flows.get("merchant-signup");
const first = flow?.variants.find(({ market }) => market === "US");
if (flow === undefined || first === undefined)
  throw new Error("There is no merchant sign-up in the US");
const variant: CompiledVariant = flow.variant(first);
const STATE = {
  application: { id: "urn:app:1" },
  applicant: { firstName: "Kim", lastName: "Lund", email: "kim@cedar.example" },
  company: {
    registered: "SSN",
    legalName: "Cedar",
    dba: "Cedar",
    businessPhone: "3125550142",
    territory: "IL",
    hasPartners: "no",
    category: "5462",
    categoryLabel: "Bakery",
  },
};

function asked(
  question: Omit<SuggestInput, "kind"> & { kind?: SuggestInput["kind"] },
  providers: Record<string, Record<string, string>> = {},
  state: Json = STATE,
): { readonly call: CallRequest; readonly place: SuggestPlace } | undefined {
  const context = {
    now: "2026-03-01T10:00:00.000Z",
    variant: variant.variant,
    locale: "en-US",
    signedIn: true,
    uuids: [],
    providers,
  };
  const place: SuggestPlace = {
    path: "/urn:app:1/address",
    context,
    input: { kind: "suggest", ...question },
  };
  const call = suggestRequest(variant, state as never, place);
  return call === undefined ? undefined : { call, place };
}
const answer = (
  request: ReturnType<typeof asked>,
  result: Pick<Partial<CallResult>, "answer"> | CallResult,
) =>
  request === undefined
    ? undefined
    : readSuggestions(variant, STATE as never, request.place, {
        request: request.call,
        result: { status: 200, answer: null, ...result } as CallResult,
      });

describe("suggestRequest()", () => {
  it("asks the call that the field names, with the text, the session, and what the field gives along", () => {
    expect(asked({ field: "line1", text: "640 haw", session: "12345678" })?.call).toMatchObject({
      call: "suggestAddresses",
      service: "places",
      method: "POST",
      body: {
        input: "640 haw",
        country: "US",
        types: ["address", "establishment"],
        language: "en",
        session: "12345678",
      },
      retry: { times: 3, everyMs: 1000, on: ["failed", "network", "timeout"] },
    });
  });

  it("asks nothing for a short text, a field without suggestions, a page that is not open, or a choice that fills nothing", () => {
    expect(asked({ field: "line1", text: " 64 " })).toBeUndefined();
    expect(asked({ field: "city", text: "Chicago" })).toBeUndefined();
    expect(asked({ field: "line1", text: "640 haw" }, {}, {})).toBeUndefined();
    expect(asked({ field: "category", kind: "choose", text: "5462" })).toBeUndefined();
    expect(asked({ field: "line1", kind: "choose", text: " " })).toBeUndefined();
  });

  it("asks a provider in its place, and reads the answer in the flow's own words", () => {
    const request = asked({ field: "line1", text: "640 haw" }, { google: {} });
    expect(request?.call).toMatchObject({
      service: "google",
      path: "/v1/places:autocomplete",
      via: { provider: "google", step: "autocomplete" },
    });
    const suggestions: Json = [
      {
        placePrediction: {
          placeId: "p1",
          structuredFormat: { mainText: { text: "640 Hawthorn Road" } },
        },
      },
      { queryPrediction: { text: { text: "hawthorn" } } },
    ];
    expect(answer(request, { answer: { suggestions } })).toEqual({
      outcome: "success",
      suggested: {
        suggestions: [{ value: "p1", label: "640 Hawthorn Road", detail: "" }],
        fills: {},
      },
    });
    expect(answer(request, { status: 403, answer: { suggestions } })).toEqual({
      outcome: "failed",
      suggested: { suggestions: [], fills: {} },
    });
  });

  it("fills in what the fields take, as it would be typed, and nothing that they refuse", () => {
    const choose = (parts: Record<string, Json>) => {
      const read = answer(asked({ field: "line1", kind: "choose", text: "p1" }), {
        answer: parts,
      });
      return read?.suggested.fills;
    };
    expect(
      choose({
        line1: " 640  Hawthorn Road",
        city: "Chicago ",
        territory: "IL",
        zip: " 60614",
        aptNumber: "",
      }),
    ).toEqual({
      line1: "640 Hawthorn Road",
      city: "Chicago",
      territory: "IL",
      zip: "60614",
    });
    expect(
      choose({
        line1: "P.O. Box 12",
        city: "12",
        territory: "PR",
        zip: "6061",
        aptNumber: { floor: 4 },
        website: "no host",
      }),
    ).toEqual({});
    expect(choose({ aptNumber: 4 })).toEqual({ line2: "4" });
    expect(
      choose({ line1: "640\u0000 Hawthorn Road", city: ["Chicago"], territory: null }),
    ).toEqual({});
    expect(
      answer(asked({ field: "line1", kind: "choose", text: "p1" }), {
        outcome: "timeout",
        answer: null,
      })?.suggested,
    ).toMatchObject({ fills: {} });
  });
});

it("a choice that fills a field outside of the form is refused", async () => {
  const path = "schemas/merchant-signup/forms/address.yaml";
  const sources = await shippedSources;
  const changed = mustReplace(
    sources.get(path),
    "city: { var: answer.city }",
    "citty: { var: answer.city }",
  );
  const result = compileFlow(new Map([...sources, [path, changed]]), "merchant-signup", ["LOCAL"]);
  expect(result.ok ? [] : result.problems).toContainEqual(
    expect.objectContaining({ code: "FLOW-NAME", file: path, suggestion: "city" }),
  );
});
