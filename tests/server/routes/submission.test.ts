import { describe, expect, it } from "vitest";
import { readForm } from "../../../server/routes/submission.ts";

describe("readForm()", () => {
  it("reads controls with a name that ends in [] as a list, an empty one too", () => {
    expect(
      readForm({ "crops[]": ["", "leaves", "roots"], "pests[]": "slugs", "months[]": "" }).data,
    ).toEqual({ crops: ["leaves", "roots"], pests: ["slugs"], months: [] });
  });

  it("reads the last of any other controls that share a name", () => {
    expect(readForm({ name: ["a", "b"], empty: "" }).data).toEqual({ name: "b" });
  });
});
