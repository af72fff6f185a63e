import { describe, expect, it } from "vitest";
import { offerSame } from "../../../engine/compile/offer-same.ts";

const FORM = {
  required: ["name", "street"],
  properties: {
    name: { type: "string" },
    same: { type: "boolean", "x-same": { street: { var: "a" }, unit: { var: "b" } } },
    street: { type: "string" },
    unit: { type: "string" },
  },
} as const;

describe("offerSame()", () => {
  it("asks for the fields of a checkbox only while it is not ticked", () => {
    const { allOf, properties, required } = offerSame(FORM);
    expect(Object.keys(properties as object)).toEqual(["name", "same"]);
    expect(required).toEqual(["name"]);
    expect(allOf).toEqual([
      {
        if: { required: ["same"], properties: { same: { const: true } } },
        else: {
          required: ["street"],
          properties: { street: { type: "string" }, unit: { type: "string" } },
        },
      },
    ]);
  });

  it("offers the checkbox once the required answers are known, and never saves it", () => {
    expect(offerSame(FORM)["properties"]).toMatchObject({
      same: { "x-transient": true, "x-when": { and: [{ "!!": { var: "a" } }] } },
    });
  });

  it("keeps the checkbox's own condition, and looks into branches", () => {
    const same = { ...FORM.properties.same, "x-when": { var: "c" } };
    const made = offerSame({ then: { ...FORM, properties: { ...FORM.properties, same } } });
    expect(made).toMatchObject({
      then: {
        properties: { same: { "x-when": { and: [{ var: "c" }, { "!!": { var: "a" } }] } } },
        allOf: [{ else: { required: ["street"] } }],
      },
    });
  });

  it("leaves a form without such a checkbox as it is", () => {
    const { same: _, ...properties } = FORM.properties;
    expect(offerSame({ ...FORM, properties })).toEqual({ ...FORM, properties });
  });
});
