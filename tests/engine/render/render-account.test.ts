import { describe, expect, it } from "vitest";
import { renderAccount } from "../../../engine/render/render-account.ts";
import { drawingOf } from "./drawing.ts";

const drawing = drawingOf("start");
const account = (facts: object) =>
  renderAccount({ ...drawing, facts: { ...drawing.facts, ...facts } });

describe("renderAccount()", () => {
  it("names who is signed in, by name and mail address", () => {
    const visitor = { id: "1", name: "Kim Lund", email: "kim@cedar.dev" };
    expect(account({ visitor })).toEqual({
      account: { kind: "own", name: "Kim Lund", email: "kim@cedar.dev" },
    });
  });

  it("names the mail address where there is no name", () => {
    expect(account({ visitor: { id: "1", email: "kim@cedar.dev" } })).toEqual({
      account: { kind: "own", name: "kim@cedar.dev" },
    });
  });

  it("is absent for a visitor who is not signed in", () => {
    expect(account({ visitor: null })).toEqual({});
  });

  it("shows no name in another person's application", () => {
    const visitor = { id: "1", name: "Kim Lund" };
    expect(account({ visitor, role: "helper" })).not.toHaveProperty("account.name");
  });
});
