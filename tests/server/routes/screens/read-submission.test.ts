import { describe, expect, it } from "vitest";
import { readForm } from "../../../../server/routes/screens/read-submission.ts";

describe("readForm()", () => {
  it("reads controls with a name that ends in [] as a list, an empty one too", () => {
    expect(
      readForm({ "crops[]": ["", "leaves", "roots"], "pests[]": "slugs", "months[]": "" }).data,
    ).toEqual({ crops: ["leaves", "roots"], pests: ["slugs"], months: [] });
  });

  it("has no field that replaces the prototype of its data", () => {
    const { data } = readForm(
      JSON.parse('{"__proto__": "x", "__proto__[]": ["a", "b"], "name": "Ada"}') as object,
    );
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.entries(data)).toEqual([["name", "Ada"]]);
  });

  it("reads the last of any other controls that share a name", () => {
    expect(readForm({ name: ["a", "b"], empty: "" }).data).toEqual({ name: "b" });
  });
});
