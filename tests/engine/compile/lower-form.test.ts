import { describe, expect, it } from "vitest";
import { lowerForm } from "../../../engine/compile/lower-form.ts";

const shared = {
  line: { type: "string", maxLength: 60 },
  address: {
    type: "object",
    required: ["street"],
    properties: {
      street: { use: "line", "x-autocomplete": "address-line1" },
      town: { use: "line" },
    },
  },
};

describe("lowerForm()", () => {
  it("returns a form without groups and shared fields as it is", () => {
    const form = { type: "object", properties: { name: { type: "string" } }, "x-order": ["name"] };
    expect(lowerForm(form, shared).form).toBe(form);
  });

  it("lays a field's own members over the shared ones", () => {
    const { form, origins } = lowerForm(
      { properties: { name: { use: "line", maxLength: 20 } }, "x-order": ["name"] },
      shared,
    );
    expect(form["properties"]).toEqual({ name: { type: "string", maxLength: 20 } });
    expect(origins).toEqual([
      { at: "/properties/name", own: "/properties/name", shared: "/fields/line" },
    ]);
  });

  it("writes a group out as a field for each part, in its place in the order", () => {
    const { form, origins } = lowerForm(
      {
        required: ["name", "home"],
        "x-order": ["home", "name"],
        properties: {
          name: { use: "address.street" },
          home: { use: "address", "x-when": true, properties: { zip: { type: "string" } } },
        },
      },
      shared,
    );
    const line = { type: "string", maxLength: 60, "x-when": true };
    expect(form).toEqual({
      required: ["name", "home-street"],
      "x-order": ["home-street", "home-town", "home-zip", "name"],
      properties: {
        name: { type: "string", maxLength: 60, "x-autocomplete": "address-line1" },
        "home-street": { ...line, "x-autocomplete": "address-line1", "x-part": "home.street" },
        "home-town": { ...line, "x-part": "home.town" },
        "home-zip": { type: "string", "x-when": true, "x-part": "home.zip" },
      },
    });
    expect(origins.find(({ at }) => at === "/properties/home-zip")).toMatchObject({
      own: "/properties/home/properties/zip",
    });
  });

  it("leaves out the parts that a form takes from a group", () => {
    const { form } = lowerForm(
      { "x-order": ["home"], properties: { home: { use: "address", properties: { town: null } } } },
      shared,
    );
    expect(form["x-order"]).toEqual(["home-street"]);
  });
});
