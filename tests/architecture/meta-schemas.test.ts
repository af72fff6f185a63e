import { expect, it } from "vitest";
import { readMetaSchemas } from "../../engine/compile/flow-sources.ts";
import type { Json } from "../../engine/language/json.ts";
import { RULE_WORD } from "../../engine/language/rule.ts";
import { shippedSources } from "../definitions.ts";

const schemas = readMetaSchemas(await shippedSources);

/** Places of members that do not say what they are for. */
function silent(schema: Json, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema))
    return schema.flatMap((each: Json, index) => silent(each, `${at}/${index}`));
  return Object.entries(schema).flatMap(([key, value]: [string, Json]) => {
    const here = `${at}/${key}`;
    if (key !== "properties" || typeof value !== "object" || value === null)
      return silent(value, here);
    return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, member]) => {
      const speaks =
        typeof member === "object" &&
        member !== null &&
        ("description" in member || "$ref" in member);
      return [...(speaks ? [] : [`${here}/${name}`]), ...silent(member, `${here}/${name}`)];
    });
  });
}

it("every member of the flow language has a description", () => {
  expect(schemas.size).toBeGreaterThan(10);
  expect([...schemas].flatMap(([kind, schema]) => silent(schema, kind))).toEqual([]);
});

/** What a description says of the kind of a member, and the keyword that decides about it. */
const NOTES = { rule: "JSON-logic rule", template: "JSON in which rules stand for their values" };

/** Places whose description and keyword differ. */
function disagreeing(schema: Json, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const below = Object.entries(schema).flatMap(([key, value]: [string, Json]) =>
    disagreeing(value, `${at}/${key}`),
  );
  if (Array.isArray(schema)) return below;
  const { description, [RULE_WORD]: word } = schema as Readonly<Record<string, Json>>;
  const said = Object.entries(NOTES).find(
    ([, note]) => typeof description === "string" && description.includes(note),
  )?.[0];
  return said === word ? below : [at, ...below];
}

it("every rule and template of the flow language is called one in its description", () => {
  expect([...schemas].flatMap(([kind, schema]) => disagreeing(schema, kind))).toEqual([]);
});
