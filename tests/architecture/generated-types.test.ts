import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prepareSchema } from "../types/prepare-schema.ts";
import { generatedTypes, PROJECT } from "../types/generated-types.ts";

const generated = await generatedTypes();

describe("generatedTypes()", () => {
  it.each([...generated])("%s equals the types of its schema", async (path, text) => {
    expect(await readFile(join(PROJECT, path), "utf8")).toBe(text);
  });

  it.each([
    "engine/language/generated",
    "engine/render/generated",
    "server/sandbox/platform/generated",
  ])("%s/ holds no other file", async (folder) => {
    const files = (await readdir(join(PROJECT, folder))).map((name) => `${folder}/${name}`);
    const expected = [...generated.keys()].filter((path) => path.startsWith(`${folder}/`));
    expect(files.toSorted()).toEqual(expected.toSorted());
  });
});

describe("prepareSchema()", () => {
  it("turns a condition for every value of a member into a union", () => {
    const union = prepareSchema(
      {
        type: "object",
        properties: { kind: { enum: ["user", "token"] }, user: { type: "string" } },
        required: ["kind"],
        allOf: [
          { if: { properties: { kind: { const: "user" } } }, then: { required: ["user"] } },
          { if: { properties: { kind: { const: "token" } } }, then: { required: ["token"] } },
        ],
      },
      {},
    );
    expect(union).toMatchObject({
      oneOf: [
        { properties: { kind: { const: "user" } }, required: ["kind", "user"] },
        { properties: { kind: { const: "token" } }, required: ["kind", "token"] },
      ],
    });
  });

  it("keeps members optional where a condition leaves out a value", () => {
    const kept = prepareSchema(
      {
        type: "object",
        properties: { kind: { enum: ["user", "token"] }, user: { type: "string" } },
        allOf: [{ if: { properties: { kind: { const: "user" } } }, then: { required: ["user"] } }],
      },
      {},
    );
    expect(kept).toEqual({
      type: "object",
      properties: { kind: { enum: ["user", "token"] }, user: { type: "string" } },
    });
  });

  it("distinguishes rules, templates and plain JSON by the keyword of rules", () => {
    const { properties } = prepareSchema(
      {
        type: "object",
        properties: {
          when: { "x-rule": "rule" },
          with: { "x-rule": "template" },
          data: { description: "The value." },
        },
      },
      {},
    );
    expect(properties).toMatchObject({
      when: { tsType: "Rule" },
      with: { tsType: "Template" },
      data: { tsType: "Json" },
    });
  });

  it("names the type of a place and of every reference to it", () => {
    const named = prepareSchema(
      { properties: { first: { $ref: "#/$defs/item" } }, $defs: { item: { type: "string" } } },
      { "/$defs/item": "Item" },
    );
    expect(named).toMatchObject({
      properties: { first: { tsType: "Item" } },
      $defs: { item: { title: "Item" } },
    });
  });
});
