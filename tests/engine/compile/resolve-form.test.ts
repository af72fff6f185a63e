import { describe, expect, it } from "vitest";
import { resolveForm } from "../../../engine/compile/resolve-form.ts";
import type { FormSchema } from "../../../engine/language/form.ts";

const form: FormSchema = {
  type: "object",
  required: ["name", "site"],
  "x-order": ["name", "site"],
  properties: {
    name: {
      type: "string",
      maxLength: 10,
      "x-where": [
        { when: "long", then: { maxLength: 99 } },
        { when: "plain", then: { maxLength: null, "x-widget": "textarea" } },
      ],
    },
    site: { type: "string", "x-required": "collected" },
  },
};
const settled = (...holding: readonly string[]) =>
  resolveForm(form, (rule) => holding.includes(String(rule)));

describe("resolveForm()", () => {
  it("asks for a field of x-required only where its rule holds", () => {
    expect(settled("collected").required).toEqual(["name", "site"]);
    expect(settled().required).toEqual(["name"]);
    expect(settled()["x-order"]).toEqual(["name", "site"]);
    expect(settled().properties["site"]).toEqual({ type: "string" });
  });

  it("lays x-where over a field, case after case", () => {
    expect(settled().properties["name"]).toMatchObject({ maxLength: 10 });
    expect(settled("long").properties["name"]).toMatchObject({ maxLength: 99 });
    const plain = settled("long", "plain").properties["name"];
    expect(plain).toMatchObject({ "x-widget": "textarea" });
    expect(plain).not.toHaveProperty("maxLength");
  });

  it("takes each of several choices once, and the one for none of them alone", () => {
    const several = resolveForm(
      {
        type: "object",
        "x-order": ["crops"],
        properties: {
          crops: {
            type: "array",
            items: { enum: ["a", "b", "none"] },
            "x-none": "none",
            "x-offered": { b: "b" },
          },
        },
      },
      () => false,
    );
    expect(several.properties["crops"]).toEqual({
      type: "array",
      items: { enum: ["a", "none"] },
      uniqueItems: true,
      "x-none": "none",
      not: { type: "array", contains: { const: "none" }, minItems: 2 },
    });
  });

  it("keeps the part of a rule that depends on the state", () => {
    const left = resolveForm(form, (rule, _, of) => of === "field" && { left: `${String(rule)}?` });
    expect(left.required).toEqual(["name", "site"]);
    expect(left.properties["site"]).toEqual({ type: "string", "x-required": "collected?" });
  });
});
