import { describe, expect, it } from "vitest";
import { declaredAnswer } from "../../../engine/compile/declared-answer.ts";
import type { JsonObject } from "../../../engine/language/json.ts";

const REFUSAL: JsonObject = { type: "object", properties: { message: { type: "string" } } };

describe("declaredAnswer()", () => {
  it("lets a member be null that is not required, at any depth", () => {
    const schema: JsonObject = {
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        kind: { type: "string", enum: ["a", "b"] },
        list: { type: "array", items: { type: "object", properties: { at: { type: "number" } } } },
        any: {},
      },
    };
    expect(declaredAnswer(schema, undefined)).toEqual({
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        kind: { type: ["string", "null"], enum: ["a", "b", null] },
        list: {
          type: ["array", "null"],
          items: { type: "object", properties: { at: { type: ["number", "null"] } } },
        },
        any: {},
      },
    });
  });

  it("lays the members of a refusal below those of the call", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { id: { type: "string" }, message: { type: "number" } },
    };
    expect(declaredAnswer(schema, REFUSAL)).toEqual({
      type: "object",
      properties: { message: { type: ["number", "null"] }, id: { type: ["string", "null"] } },
    });
  });

  it("is the refusal, or nothing at all, for a call that says nothing", () => {
    expect(declaredAnswer(undefined, REFUSAL)).toEqual({
      type: ["object", "null"],
      properties: { message: { type: ["string", "null"] } },
    });
    expect(declaredAnswer(undefined, undefined)).toBeUndefined();
  });

  it("is one object for the same schemas", () => {
    const schema: JsonObject = { type: "object", properties: {} };
    expect(declaredAnswer(schema, REFUSAL)).toBe(declaredAnswer(schema, REFUSAL));
    expect(declaredAnswer(schema, REFUSAL)).not.toBe(declaredAnswer(schema, undefined));
  });
});
