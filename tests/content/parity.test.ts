import { describe, expect, it } from "vitest";
import { readYaml } from "../../engine/source/read-yaml.ts";
import type { Json } from "../../engine/language/json.ts";
import { shippedSources } from "../definitions.ts";

const sources = await shippedSources;

/** Texts of a locale by flow and key. */
function texts(owner: string, locale: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const collect = (value: Json | undefined, key: string) => {
    if (typeof value === "string") found.set(key, value);
    else if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [name, inner] of Object.entries(value)) collect(inner as Json, `${key}.${name}`);
  };
  for (const [path, text] of sources) {
    const below = path.startsWith(`content/${owner}/${locale}/`)
      ? path.slice(`content/${owner}/${locale}/`.length)
      : undefined;
    if (below !== undefined)
      collect(readYaml(path, text).value, below.replace(/\.yaml$/, "").replaceAll("/", "."));
  }
  return found;
}

const places = (text: string) =>
  [...text.matchAll(/\{(\w+)(?:, *\w+)?\}/g)].map(([, name]) => name).toSorted();

describe.each(["merchant-signup", "library-card", "shell"])("copy of %s", (owner) => {
  const english = texts(owner, "en-US");
  const french = texts(owner, "fr-CA");

  it("has the same keys in French", () => {
    expect(english.size).toBeGreaterThan(10);
    // States of the US are asked for in English only; they are kept in both.
    expect([...french.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it("has the same places for values, where French mentions them", () => {
    const differing = [...english].filter(([key, text]) =>
      places(text).some(
        (name) => name !== "format" && !places(french.get(key) ?? "").includes(name),
      ),
    );
    expect(differing).toEqual([]);
  });

  it("is nowhere empty", () => {
    expect([...english, ...french].filter(([, text]) => text.trim() === "")).toEqual([]);
  });
});
