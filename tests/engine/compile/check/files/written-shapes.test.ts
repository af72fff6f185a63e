import { describe, expect, it } from "vitest";
import { WRITTEN } from "../../../../../engine/compile/check/files/written-shapes.ts";
import { isObject, type Json } from "../../../../../engine/language/json.ts";
import { editableSources } from "../../../../definitions.ts";

function patternsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((part: Json) => patternsIn(part));
  if (!isObject(value)) return [];
  const { pattern } = value;
  return [
    ...(typeof pattern === "string" ? [pattern] : []),
    ...Object.values(value).flatMap((part) => patternsIn(part)),
  ];
}

describe("WRITTEN", () => {
  it("says of every pattern of the language how a text is written by it, and of no other", async () => {
    const schemas = [...(await editableSources)].filter(([path]) =>
      path.startsWith("schemas/definition/"),
    );
    const patterns = new Set(schemas.flatMap(([, text]) => patternsIn(JSON.parse(text) as Json)));
    expect(patterns.size).toBeGreaterThan(20);
    expect(Object.keys(WRITTEN).toSorted()).toEqual([...patterns].toSorted());
  });
});
