import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../engine/language/form.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { compileForm } from "../../../engine/validate/form.ts";

const text = { type: "string" };

/** The problems of a form of three texts and one more demand, by field. */
function problemsOf(demand: object, data: JsonObject): readonly string[] {
  const schema = {
    type: "object",
    "x-order": ["name", "phone", "mail"],
    properties: { name: text, phone: text, mail: text },
    ...demand,
  } as unknown as FormSchema;
  const form = compileForm(schema, new Map(), [], (pointer, message) => {
    throw new Error(`${pointer} ${message}`);
  });
  const { problems } = form.validate(data, { today: "2026-03-01", facts: {} });
  return problems.map(({ pointer, code }) => `${pointer} ${code}`);
}

describe("the field of an error", () => {
  it.each<[string, object, JsonObject, readonly string[]]>([
    ["required", { required: ["mail"] }, { name: "a" }, ["/mail validation.required"]],
    [
      "dependentRequired",
      { dependentRequired: { phone: ["mail"] } },
      { phone: "1" },
      ["/mail validation.required"],
    ],
    [
      "propertyNames",
      { propertyNames: { enum: ["name"] } },
      { phone: "1" },
      ["/phone validation.enum"],
    ],
    ["minProperties", { minProperties: 2 }, { mail: "m" }, ["/name validation.minProperties"]],
    [
      "not of the whole form",
      { not: { required: ["phone", "mail"] } },
      { phone: "1", mail: "m" },
      ["/phone validation.none"],
    ],
    [
      "oneOf of the whole form",
      { oneOf: [{ required: ["mail"] }, { required: ["phone"] }] },
      { phone: "1", mail: "m" },
      ["/phone validation.oneOf"],
    ],
    [
      "a demand inside allOf",
      { allOf: [{ then: { minProperties: 3 }, if: { required: ["mail"] } }] },
      { mail: "m" },
      ["/name validation.minProperties"],
    ],
  ])("is named for %s", (_, demand, data, expected) => {
    expect(problemsOf(demand, data)).toEqual(expected);
  });

  it("is named for each branch of an anyOf that asks for another answer", () => {
    const demand = { anyOf: [{ required: ["mail"] }, { required: ["phone"] }] };
    expect(problemsOf(demand, { name: "a" })).toEqual([
      "/phone validation.required",
      "/mail validation.required",
    ]);
  });
});
