import { expect, it } from "vitest";
import type { FormSchema } from "../../../engine/language/form.ts";
import { decidingFields } from "../../../engine/validate/fields.ts";

const text = { type: "string" };

it("decidingFields() names the fields that conditions read, at any depth, and no others", () => {
  const form = {
    type: "object",
    properties: { country: text, plan: text, agreed: text, name: text },
    if: { properties: { country: { const: "CA" } }, required: ["country"] },
    then: {
      properties: { province: text },
      allOf: [
        {
          if: { not: { properties: { province: { const: "QC" } } } },
          then: { required: ["name"] },
        },
      ],
    },
    else: {
      if: {
        anyOf: [{ required: ["plan"] }, { allOf: [{ properties: { agreed: { const: "yes" } } }] }],
      },
      then: { properties: { extra: text } },
    },
    "x-order": ["country", "province", "plan", "agreed", "name", "extra"],
  } as unknown as FormSchema;
  expect([...decidingFields(form)].toSorted()).toEqual(["agreed", "country", "plan", "province"]);
});

it("decidingFields() names none where a form asks every applicant the same", () => {
  expect(decidingFields({ properties: { name: { type: "string" } } }).size).toBe(0);
});
