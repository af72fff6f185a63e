import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { runFixture } from "../../engine/fixtures/run-fixture.ts";
import { isObject, type Json } from "../../engine/language/json.ts";
import { anchorOf } from "../../server/cli/reference/write-reference.ts";
import { readWordBook } from "../../server/cli/reference/word-book.ts";
import { newFlow } from "../../server/cli/scaffold/scaffold.ts";
import { PROJECT, shippedSources } from "../definitions.ts";

/**
 * The recipes as their readers follow them: a new flow with the blocks of one heading written into
 * it.
 */
const page = await readFile(join(PROJECT, "flows/RECIPES.md"), "utf8");
const language = new Map(
  [...(await shippedSources)].filter(([path]) =>
    /^(?:schemas\/(?:definition|patterns)|content\/(?:patterns|shell))\//.test(path),
  ),
);
const base = new Map([...language, ...newFlow(language, "visit", ["en-US"]).files]);

const recipes = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split("\n")[0] ?? "",
    blocks: [...text.matchAll(/^```yaml (\S+)\n([\s\S]*?)^```$/gm)].map(
      ([, path = "", block = ""]) => [path, block] as const,
    ),
  }));

/** The members of a block in place of those that are there; null takes one out. */
function withMembers(there: Json, block: Json): Json {
  if (!isObject(there) || !isObject(block)) return block;
  return Object.fromEntries(
    [...new Set([...Object.keys(there), ...Object.keys(block)])].flatMap((name) => {
      const [before, after] = [there[name], block[name]];
      if (after === null) return [];
      if (after === undefined) return before === undefined ? [] : [[name, before]];
      return [[name, before === undefined ? after : withMembers(before, after)]];
    }),
  );
}

describe.each(recipes)("the recipe $title", ({ blocks }) => {
  const sources = new Map(base);
  for (const [path, block] of blocks) {
    const there = sources.get(path);
    sources.set(
      path,
      there === undefined
        ? block
        : stringify(withMembers(parse(there) as Json, parse(block) as Json)),
    );
  }
  const own = blocks.flatMap(([path]) => /\/fixtures\/(.+)\.yaml$/.exec(path)?.[1] ?? []);
  const result = compileFlow(sources, "visit", ["LOCAL"]);

  it("has no mistake that the check finds", () => {
    expect(result.ok ? result.warnings : result.problems).toEqual([]);
  });

  it("has a fixture, and follows it", () => {
    if (!result.ok) throw new Error("it does not compile");
    const fixtures = result.flow.fixtures.filter(({ fixture }) => own.includes(fixture));
    expect(fixtures.length).toBeGreaterThan(0);
    for (const fixture of fixtures) expect(runFixture(result.flow, fixture).deviations).toEqual([]);
  });
});

it("terms of the reference lead to recipes that exist", async () => {
  const anchors = new Set(recipes.map(({ title }) => anchorOf(title)));
  const { glossary } = await readWordBook(PROJECT);
  expect(
    glossary.flatMap(({ recipe }) => recipe ?? []).filter((title) => !anchors.has(anchorOf(title))),
  ).toEqual([]);
});
