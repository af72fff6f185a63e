import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { findRunaway } from "../../engine/compile/check/files/check-patterns.ts";
import { patternsIn } from "../../engine/compile/mistakes/patterns.ts";
import type { Json } from "../../engine/language/json.ts";
import { isPostBox } from "../../engine/validate/checks/post-box.ts";
import { normalizeText } from "../../engine/validate/normalize-text.ts";
import type { NormaliseStep } from "../../engine/language/format.ts";
import { typedDate } from "../../engine/validate/typed-date.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { shippedSources } from "../definitions.ts";

const root = join(import.meta.dirname, "../..");

/** A regular expression, and where it stands. */
interface Found {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** Every regular expression written in a file of code. */
function literalsIn(path: string, code: string): readonly Found[] {
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if (
      "regex" in node &&
      typeof node.regex === "object" &&
      node.regex !== null &&
      "pattern" in node.regex &&
      "flags" in node.regex
    )
      found.push({ at: path, source: String(node.regex.pattern), flags: String(node.regex.flags) });
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(code, { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

const inCode = ["engine", "server", "web"].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => literalsIn(`${room}/${path}`, readFileSync(join(root, room, path), "utf8"))),
);
const inDefinitions = [...(await shippedSources)]
  .filter(([path]) => /\.(?:ya?ml|json)$/.test(path))
  .flatMap(([path, text]) =>
    patternsIn((readYaml(path, text).value ?? null) as Json).map(({ pattern, pointer }) => ({
      at: `${path}${pointer}`,
      source: pattern,
      flags: "u",
    })),
  );

/**
 * Texts made to keep a pattern busy: its own characters over and over, then one that cannot match.
 */
function attacksOn(source: string): readonly string[] {
  const own = new Set(
    [...source.replaceAll(/\\[dDwWsSpPbBux](?:\{[^{}]*\})?/g, " ")].filter(
      (character) => !/[\^$.*+?()[\]{}|\\]/.test(character),
    ),
  );
  return [...new Set([...own, "a", "0", " ", "-", "é", "\n"])]
    .slice(0, 40)
    .flatMap((character) => [
      `${character.repeat(20_000)}\u0000`,
      `${`${character}a`.repeat(10_000)}!`,
      `${`0${character}`.repeat(10_000)}!`,
    ]);
}

describe("every regular expression", () => {
  it("is found: in the code of all rooms, and in the definitions", () => {
    expect(inCode.length).toBeGreaterThan(200);
    expect(inDefinitions.length).toBeGreaterThan(40);
    expect(literalsIn("x.ts", 'const a: string = "".replace(/(a+)+$/u, "");')).toEqual([
      { at: "x.ts", source: "(a+)+$", flags: "u" },
    ]);
    expect(findRunaway("(a+)+$")).toBeDefined();
  });

  it("takes time in proportion to the text, by its shape", () => {
    const slow = [...inCode, ...inDefinitions].flatMap(({ at, source }) => {
      const why = findRunaway(source);
      return why === undefined ? [] : [`${at}: ${source}: ${why.reason}`];
    });
    expect(slow).toEqual([]);
  });

  // What is checked by shape is run as well. The bound is no measure of speed: a pattern that runs
  // away takes minutes.
  it("answers at once on texts made for it", () => {
    const slow: string[] = [];
    for (const { at, source, flags } of new Map(
      [...inCode, ...inDefinitions].map((each) => [`/${each.source}/${each.flags}`, each]),
    ).values()) {
      const expression = new RegExp(source, flags.replaceAll(/[gy]/g, ""));
      const start = performance.now();
      for (const attack of attacksOn(source)) expression.test(attack);
      if (performance.now() - start > 5000) slow.push(`${at}: ${source}`);
    }
    expect(slow).toEqual([]);
  });
});

/** Checks of several expressions. */
describe("rules of several expressions", () => {
  const STEPS: readonly NormaliseStep[] = [
    "trim",
    "collapse-spaces",
    "digits",
    "strip-dashes",
    "strip-spaces",
    "strip-separators",
    "national-number",
    "upper",
    "lower",
    "straight-apostrophes",
    "nfc",
    "https",
    "postal-code-ca",
  ];
  const long = ["p.o. ", "box ", "p o ", "post office ", "c p ", "0", "1-", "/ . -", "+1", "é"].map(
    (part) => part.repeat(Math.ceil(50_000 / part.length)),
  );

  it.each(long.map((text) => [text.slice(0, 6), text] as const))(
    "answers at once on %j and on",
    (_, text) => {
      const start = performance.now();
      isPostBox(text);
      typedDate(text, "MM/DD/YYYY");
      for (const step of STEPS)
        normalizeText(text.slice(0, 10_000), [step], { dateFormat: "MM/DD/YYYY" });
      expect(performance.now() - start).toBeLessThan(2000);
    },
  );
});
