import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

/**
 * A style that names a side of the window: in a language that is written from right to left it
 * would stay there.
 */
const SIDED =
  /\b(?:left|right|inset(?:Left|Right)|(?:margin|padding|border)(?:Left|Right)\w*|[mp][lr])(?:=["{]|: *["'`\d{-])|\btextAlign[:=]\W*(?:left|right)\b|\b(?:text-align|float): *(?:left|right)/;

it.each([
  ['<chakra.p marginLeft="2" />', true],
  ['{ left: "8px" }', true],
  ['textAlign: "right"', true],
  ['<chakra.p marginInlineStart="2" />', false],
  ["const left = done.length;", false],
])("%s names a side: %s", (line, sided) => {
  expect(SIDED.test(line)).toBe(sided);
});

it("no style of the page names the left or the right", () => {
  const lines = readdirSync(join(PROJECT, "web"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      readFileSync(join(PROJECT, "web", path), "utf8")
        .split("\n")
        .flatMap((line, at) => (SIDED.test(line) ? [`web/${path}:${at + 1}: ${line.trim()}`] : [])),
    );
  expect(lines).toEqual([]);
});
