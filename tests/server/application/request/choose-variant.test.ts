import { describe, expect, it } from "vitest";
import {
  chooseVariant,
  isHostOf,
  movingChoices,
  type VisitorChoices,
} from "../../../../server/application/request/choose-variant.ts";
import { shippedLibrary } from "../../../definitions.ts";

const merchant = (await shippedLibrary()).flows.get("merchant-signup")?.definition;
if (merchant === undefined) throw new Error("There is no merchant flow");

const VISITOR: VisitorChoices = { host: "terminal.example", cookies: {}, query: {}, languages: [] };
const chosen = (visitor: Partial<VisitorChoices>, inPath?: string) =>
  chooseVariant(merchant, "CI", inPath, { ...VISITOR, ...visitor });

describe("chooseVariant()", () => {
  it.each([
    ["hosting.example", "hosting"],
    ["localhost", "hosting"],
    ["127.0.0.1", "terminal"],
    ["apply.example", "terminal"],
  ])("takes by the host %s the portal %s", (host, portal) => {
    expect(chosen({ host })).toMatchObject({ portal });
  });

  it.each<[string, Partial<VisitorChoices>, string]>([
    ["nothing", {}, "US"],
    ["the languages, in the order of wish", { languages: ["de-DE", "fr-CA", "en-US"] }, "CA"],
    ["the query before the languages", { query: { market: "US" }, languages: ["fr-CA"] }, "US"],
    ["a cookie before the query", { cookies: { market: "CA" }, query: { market: "US" } }, "CA"],
    ["a locale in that cookie", { cookies: { market: "en-CA" } }, "CA"],
    ["the currency before all", { cookies: { currency: "CAD", market: "US" } }, "CA"],
    ["no value that is not there", { query: { market: "MX" }, cookies: { currency: "EUR" } }, "US"],
  ])("takes the market by %s", (_, visitor, market) => {
    expect(chosen(visitor)).toMatchObject({ market });
  });

  it("takes the reseller of the path, and none without one", () => {
    expect(chosen({}, "westlake")).toMatchObject({ reseller: "westlake" });
    expect(chosen({})).not.toHaveProperty("reseller");
  });

  it("chooses the value of the host, not of the path", () => {
    const flow = {
      ...merchant,
      axes: {
        ...merchant.axes,
        reseller: {
          description: "Whose link led here",
          path: "/r/{reseller}",
          values: { westlake: { name: "Westlake", host: "cards.example" } },
        },
      },
    };
    const visitor = { ...VISITOR, host: "cards.example" };
    expect(chooseVariant(flow, "CI", "eastwood", visitor)).toMatchObject({ reseller: "westlake" });
    expect(chooseVariant(flow, "CI", "eastwood", VISITOR)).toMatchObject({ reseller: "eastwood" });
    expect(isHostOf(flow, chosen({}), "cards.example")).toBe(false);
  });

  it("gives a flow without axes its environment alone", () => {
    expect(chooseVariant({ ...merchant, axes: {} }, "CI", undefined, VISITOR)).toEqual({
      environment: "CI",
    });
  });
});

describe("movingChoices()", () => {
  it("returns the market of the currency, and no other choice", () => {
    const visitor = { ...VISITOR, cookies: { market: "US" }, query: { market: "US" } };
    expect(movingChoices(merchant, visitor)).toBeUndefined();
    expect(movingChoices(merchant, { ...visitor, cookies: { currency: "CAD" } })).toEqual({
      market: "CA",
    });
  });
});
