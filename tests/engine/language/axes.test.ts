import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  completeVariant,
  localesOf,
  pathPrefix,
  variantFacts,
  withoutPrefix,
  type FlowAxes,
} from "../../../engine/language/axes.ts";

const FLOW: FlowAxes = {
  locales: ["en-US", "en-CA", "fr-CA"],
  facts: { currency: "USD" },
  axes: {
    country: {
      description: "Where people live",
      values: {
        US: { name: "United States", locales: ["en-US"] },
        CA: { name: "Canada", locales: ["fr-CA", "en-CA"], facts: { currency: "CAD" } },
      },
    },
    partner: {
      description: "Whose link led here",
      path: "/p/{partner}",
      values: { oak: { name: "Oak", host: "oak.example" } },
    },
  },
};
const NONE: FlowAxes = { locales: ["en-US"] };

describe("completeVariant()", () => {
  it("takes the first value of an axis that is not named, and none of one with a path", () => {
    expect(completeVariant(FLOW, { environment: "CI" })).toEqual({
      country: "US",
      environment: "CI",
    });
  });

  it("leaves out axes that the flow does not have, such as those of an earlier version", () => {
    expect(completeVariant(NONE, { environment: "CI", portal: "main", market: "US" })).toEqual({
      environment: "CI",
    });
  });

  it("knows no value that the flow does not have, and any in the path", () => {
    expect(completeVariant(FLOW, { environment: "CI", country: "MX" })).toBeUndefined();
    expect(completeVariant(FLOW, { environment: "CI", partner: "elm" })).toMatchObject({
      partner: "elm",
    });
  });
});

describe("variantFacts()", () => {
  it("has the values by their axes, facts of the value over those of the flow, and null for no value", () => {
    expect(variantFacts(FLOW, { environment: "CI", country: "CA" })).toEqual({
      country: "CA",
      partner: null,
      currency: "CAD",
      environment: "CI",
    });
    expect(variantFacts(FLOW, { environment: "CI", country: "US" })).toMatchObject({
      currency: "USD",
    });
  });
});

describe("localesOf()", () => {
  it("offers those of the value in its order, else all of the flow", () => {
    expect(localesOf(FLOW, { environment: "CI", country: "CA" })).toEqual(["fr-CA", "en-CA"]);
    expect(localesOf(NONE, { environment: "CI" })).toEqual(["en-US"]);
  });
});

describe("pathPrefix() and withoutPrefix()", () => {
  it("say the same of every value in a path", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9][\w.-]{0,20}$/), (partner) => {
        fc.pre(partner !== "oak");
        const prefix = pathPrefix(FLOW, { environment: "CI", partner });
        expect(withoutPrefix(FLOW, `${prefix}/start`)).toEqual({ path: "/start", value: partner });
      }),
    );
  });

  it("put nothing before the pages of a value with a host of its own, and of a flow without a path", () => {
    expect(pathPrefix(FLOW, { environment: "CI", partner: "oak" })).toBe("");
    expect(pathPrefix(NONE, { environment: "CI", partner: "oak" })).toBe("");
    expect(withoutPrefix(NONE, "/p/oak/start")).toEqual({ path: "/p/oak/start" });
  });

  it.each(["/p", "/p/", "/pp/oak", "//p/oak"])("leave %s as it is", (path) => {
    expect(withoutPrefix(FLOW, path)).toEqual({ path });
  });

  it.each(["/p/%zz/start", "/p/..%2f/start", "/p/-oak/start"])(
    "cut %s without a value: what stands there can be none",
    (path) => {
      expect(withoutPrefix(FLOW, path)).toEqual({ path: "/start" });
    },
  );
});
