import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { FONT_SOURCES } from "../../web/theme/fonts.ts";
import { PROJECT } from "../definitions.ts";

/** What a first page may load before it can be used, in bytes as they travel. */
const BUDGET = 180 * 1024;

const client = join(PROJECT, "dist/web/client");
const manifest = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8")) as Record<
  string,
  { file: string; imports?: string[] }
>;

function filesOf(names: readonly string[], seen = new Set<string>()): string[] {
  return names.flatMap((name) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return [];
    seen.add(name);
    return [chunk.file, ...filesOf(chunk.imports ?? [], seen)];
  });
}

it.each([
  ["a page", ["entry-client.tsx"]],
  ["a page with a form", ["entry-client.tsx", "form/form-part.ts"]],
  ["a list", ["entry-client.tsx", "screen/list-entries.tsx"]],
])("%s loads at most 180 KiB of code", (_, parts) => {
  const files = filesOf(parts);
  expect(files.length).toBeGreaterThanOrEqual(parts.length);
  const bytes = files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
    0,
  );
  expect(bytes).toBeLessThan(BUDGET);
});

it("a page with a form loads no rules before it can be used", () => {
  const rules = "Unrecognized operation";
  const haveRules = Object.values(manifest).filter(
    ({ file }) => file.endsWith(".js") && readFileSync(join(client, file), "utf8").includes(rules),
  );
  const first = filesOf(["entry-client.tsx", "form/form-part.ts"]);
  expect(haveRules).not.toEqual([]);
  expect(haveRules.filter(({ file }) => first.includes(file))).toEqual([]);
});

it("every script is packed at build time, and none for a visitor", () => {
  for (const { file } of Object.values(manifest).filter((each) => each.file.endsWith(".js"))) {
    const packed = readFileSync(join(client, `${file}.br`));
    expect(brotliDecompressSync(packed).equals(readFileSync(join(client, file)))).toBe(true);
    expect(
      gunzipSync(readFileSync(join(client, `${file}.gz`))).equals(readFileSync(join(client, file))),
    ).toBe(true);
  }
});

it("a page has one font of at most 50 KiB, and another for rare letters", () => {
  const fonts = Object.entries(manifest).filter(([, { file }]) => file.endsWith(".woff2"));
  expect(fonts.map(([source]) => source)).toEqual(Object.values(FONT_SOURCES).toReversed());
  const { file = "" } = manifest[FONT_SOURCES.latin] ?? {};
  expect(readFileSync(join(client, file)).length).toBeLessThan(50 * 1024);
});
