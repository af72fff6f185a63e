import { describe, expect, it } from "vitest";
import { chooseFlow, chooseFlows, noSuch } from "../../../server/cli/choose-flow.ts";

const FLOWS = ["library-card", "merchant-signup"];

describe("chooseFlow()", () => {
  it("takes the named flow, or the only one", () => {
    expect(chooseFlow(FLOWS, "merchant-signup")).toBe("merchant-signup");
    expect(chooseFlow(["library-card"], undefined)).toBe("library-card");
  });

  it.each([
    ["library-cart", "there is no flow library-cart; did you mean library-card?"],
    ["nowhere", "there is no flow nowhere; there are library-card, merchant-signup"],
    [undefined, "FLOW is missing; there are library-card, merchant-signup"],
  ])("refuses %s with the flows that there are", (name, message) => {
    expect(() => chooseFlow(FLOWS, name)).toThrow(message);
  });
});

it("chooseFlows() takes the named flows, all without a name, and refuses an unknown one", () => {
  expect(chooseFlows(FLOWS, ["library-card"])).toEqual(["library-card"]);
  expect(chooseFlows(FLOWS, [])).toEqual(FLOWS);
  expect(() => chooseFlows(FLOWS, ["library-card", "x"])).toThrow("there is no flow x");
});

it("noSuch() says so where there is nothing to choose from", () => {
  expect(noSuch("fixture", "adult", []).message).toBe("there is no fixture adult; there is none");
});
