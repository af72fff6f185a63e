import { describe, expect, it } from "vitest";
import { fieldsOfPart, partSchema } from "../../../engine/compile/compile-parts.ts";
import type { FormSchema } from "../../../engine/language/form.ts";

const FORM: FormSchema = {
  type: "object",
  required: ["kind", "name", "phone"],
  properties: { kind: { type: "string" }, name: { type: "string" }, phone: { type: "string" } },
  if: { required: ["kind"], properties: { kind: { const: "company" } } },
  then: { required: ["number"], properties: { number: { type: "string" } } },
  allOf: [
    {
      if: { required: ["phone"] },
      then: { properties: { text: { type: "boolean" } } },
      else: { required: ["name"] },
    },
  ],
  "x-order": ["kind", "number", "name", "phone", "text"],
  "x-rules": [{ id: "one", when: true, field: "name", message: "wrong" }],
};

describe("partSchema()", () => {
  it("keeps a condition with the fields that it brings", () => {
    expect(partSchema(FORM, new Set(["kind", "number"]))).toEqual({
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      if: FORM.if,
      then: FORM.then,
      "x-order": ["kind", "number"],
    });
  });

  it("leaves out conditions and rules about fields of other parts", () => {
    expect(partSchema(FORM, new Set(["phone", "text"]))).toEqual({
      type: "object",
      required: ["phone"],
      properties: { phone: { type: "string" } },
      allOf: [{ if: { required: ["phone"] }, then: { properties: { text: { type: "boolean" } } } }],
      "x-order": ["phone", "text"],
    });
    expect(partSchema(FORM, new Set(["name"]))["x-rules"]).toEqual(FORM["x-rules"]);
  });
});

describe("fieldsOfPart()", () => {
  it("takes a field by its name, and the fields of a group by the group's", () => {
    const fields = {
      name: {},
      "home-street": { "x-part": "home.street" },
      "home-town": { "x-part": "home.town" },
      homepage: {},
    } as never;
    expect([...fieldsOfPart(["home", "name"], fields)]).toEqual([
      "name",
      "home-street",
      "home-town",
    ]);
  });
});
