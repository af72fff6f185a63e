import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

/**
 * The folders of the server, each above all that it imports; modules that lie in none put them
 * together.
 */
const SERVER = [
  "errors",
  "telemetry",
  "pausing",
  "storage",
  "definitions",
  "http",
  "starting",
  "plugins",
  "calls",
  "settings",
  "application",
  "routes",
  "sandbox",
  "composition",
  "cli",
  // Files for those who run it: nginx, systemd, Prometheus.
  "operations",
];

/** The folders of the engine, each above all that it imports. */
const ENGINE = [
  "language",
  "source",
  "rules",
  "copy",
  "validate",
  "live",
  "compile",
  "transition",
  "analytics",
  "visit",
  "render",
  "fixtures",
  "witness",
  "tools",
];

/**
 * The folders of the page, each above all that it imports; modules that lie in none put them
 * together.
 */
const WEB = [
  "theme",
  "i18n",
  "api",
  "ui",
  "illustrations",
  "motion",
  "dialog",
  "store",
  "actions",
  "form",
  "blocks",
  "screen",
  "development",
];

/**
 * The folders of the check, each above all that it imports; modules that lie in none put them
 * together.
 */
const CHECK = [
  "codes",
  "run",
  "values",
  "conditions",
  "files",
  "forms",
  "copy",
  "screens",
  "rules",
  "services",
  "ways",
];

interface Import {
  readonly from: string;
  readonly to: string;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)|(?:^|\n)import\s+"(\.[^"]+)"/g;

/** Imports between modules of one folder, types included. */
function importsWithin(top: string): readonly Import[] {
  return importsFrom(top).filter(({ to }) => to.startsWith(`${top}/`));
}

/** Imports of the modules of a folder, types included. */
function importsFrom(top: string): readonly Import[] {
  return readdirSync(join(PROJECT, top), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, one, two, three]) => ({
        from: relative(PROJECT, file),
        to: relative(PROJECT, resolve(dirname(file), one ?? two ?? three ?? "")),
      })),
    );
}

/**
 * The folder of a module one level below the top; undefined for a module that lies there itself.
 */
function folderOf(path: string, top: string): string | undefined {
  const [folder, ...rest] = relative(top, path).split("/");
  return rest.length === 0 ? undefined : folder;
}

describe.each([
  ["server", SERVER],
  ["web", WEB],
  ["engine", ENGINE],
  ["engine/compile/check", CHECK],
])("%s/", (top, listed) => {
  it("has the folders that are listed here, and no others", () => {
    const folders = readdirSync(join(PROJECT, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual([...listed].toSorted());
  });

  it("has imports that point down the list only", () => {
    const upwards = importsWithin(top).filter(({ from, to }) => {
      const [above, below] = [folderOf(from, top), folderOf(to, top)];
      if (above === undefined || above === below) return false;
      return below === undefined || listed.indexOf(below) > listed.indexOf(above);
    });
    expect(upwards).toEqual([]);
  });
});

it.each([
  "errors",
  "telemetry",
  "pausing",
  "storage",
  "http",
  "plugins",
  "calls",
  "settings",
  "application",
  "routes",
])("server/%s/ serves requests, and imports no tool for authors", (folder) => {
  expect(
    importsFrom(`server/${folder}`).filter(({ to }) => to.startsWith("engine/tools/")),
  ).toEqual([]);
});

it("engine/compile/ leaves the check to the modules that compile a whole flow", () => {
  const check = "engine/compile/check/";
  const importers = importsWithin("engine/compile")
    .filter(({ from, to }) => to.startsWith(check) && !from.startsWith(check))
    .map(({ from }) => from);
  expect([...new Set(importers)].toSorted()).toEqual([
    "engine/compile/compile-flow.ts",
    "engine/compile/compile-memory.ts",
    "engine/compile/read-flow.ts",
  ]);
});
