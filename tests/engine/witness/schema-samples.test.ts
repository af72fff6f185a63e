import Ajv from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/language/json.ts";
import { schemaSamples } from "../../../engine/witness/schema-samples.ts";

const order: JsonObject = {
  type: "object",
  properties: {
    state: { enum: ["open", "paid"] },
    total: { type: "number" },
    lines: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } },
    note: { type: ["string", "null"] },
  },
};

describe("schemaSamples()", () => {
  const samples = schemaSamples(order, (path) => (path === "note" ? ["urgent"] : []));

  it("gives only values that the schema takes", () => {
    const validate = new Ajv({ strict: false }).compile(order);
    expect(samples.filter((sample) => !validate(sample))).toEqual([]);
  });

  it("gives every choice, an empty list, constants of rules, and null where it may be", () => {
    const members = (name: string) => samples.map((sample) => (sample as JsonObject)[name]);
    expect(members("state")).toContain("paid");
    expect(members("lines")).toContainEqual([]);
    expect(members("note")).toContain("urgent");
    expect(members("note")).toContain(null);
  });

  it("gives what decides beside all members, and alone", () => {
    expect(samples).toContainEqual({ state: "paid" });
    expect(samples).toContainEqual({
      state: "paid",
      total: 1,
      lines: [{ id: "id-1" }],
      note: "note-1",
    });
  });
});
