import { readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type BuildOptions, type Plugin } from "vite";
import { recordBuild } from "../server/build.mjs";
import { FONT_SOURCES } from "./theme/fonts.ts";

const here = import.meta.dirname;

/** What the bundler tells about modules. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Compresses files at build time, as small as possible, in place of compressing them for every
 * visitor.
 */
const packed: Plugin = {
  name: "packed",
  apply: ({ build }, { mode }) => mode === "production" && build?.ssr === undefined,
  async writeBundle({ dir }, bundle) {
    for (const [file, part] of Object.entries(bundle)) {
      if (dir === undefined || part.type !== "chunk") continue;
      await writeFile(resolve(dir, `${file}.br`), await promisify(brotliCompress)(part.code));
      await writeFile(resolve(dir, `${file}.gz`), await promisify(gzip)(part.code, { level: 9 }));
    }
  },
};

/**
 * Copies the font's files beside the scripts; the manifest has them by their names in the package.
 */
const fonts: Plugin = {
  name: "fonts",
  apply: ({ build }, { mode }) => mode !== "live" && build?.ssr === undefined,
  async buildStart() {
    const inter = fileURLToPath(import.meta.resolve("@fontsource-variable/inter/package.json"));
    const files = resolve(dirname(inter), "files");
    for (const source of Object.values(FONT_SOURCES))
      this.emitFile({
        type: "asset",
        name: source,
        originalFileName: source,
        source: await readFile(resolve(files, source)),
      });
  },
};

/** The modules that a first page begins with. */
const FIRST = ["entry-client.tsx", "form/form-part.ts"].map((file) => resolve(here, file));

/** What a first page loads, once the modules are known. */
let loadedFirst: ReadonlySet<string> | undefined;

/** The chunk of a module that several parts of the page share; null where a first page has none. */
function nameOfShared(module: string, graph: ModuleGraph): string | null {
  loadedFirst ??= reached(FIRST, graph);
  return loadedFirst.has(module) ? "shared" : null;
}

/** Modules, and all that they import but on demand. */
function reached(modules: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set(modules);
  // A set visits what is added meanwhile.
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Build options of the page: the browser's half with a manifest, or the server's half that draws
 * first screens.
 */
const page = (isServer: boolean): BuildOptions => ({
  outDir: resolve(here, isServer ? "../dist/web/server" : "../dist/web/client"),
  emptyOutDir: true,
  manifest: !isServer,
  target: isServer ? "node20" : "es2022",
  assetsDir: "assets",
  rolldownOptions: isServer
    ? // One file: it loads all of its parts before it draws.
      { output: { entryFileNames: "[name].js", codeSplitting: false } }
    : {
        input: resolve(here, "entry-client.tsx"),
        // Shared modules of a first page become one file: browsers load six at a time over
        // HTTP/1.1, and it had nine. What only later parts share stays out of it.
        output: {
          codeSplitting: {
            groups: [{ name: nameOfShared, debugName: "shared", minShareCount: 2 }],
          },
        },
      },
});

/** Build options of the development script, which a deployed build leaves out. */
const live: BuildOptions = {
  outDir: resolve(here, "../dist/web/development"),
  emptyOutDir: true,
  target: "es2022",
  rolldownOptions: {
    input: resolve(here, "development/live.ts"),
    output: { entryFileNames: "[name].js" },
  },
};

/** Builds the page in two halves, or with `--mode live` the development script. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root: here,
  base: "/",
  plugins: [react(), fonts, packed, recordBuild(isSsrBuild === true ? "drawing" : "page")],
  // The server's half is built with the production builds of React and Emotion, with any NODE_ENV
  // of the service: their development builds take twice as long to render a page.
  ...(isSsrBuild
    ? {
        ssr: { noExternal: true as const },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }
    : {}),
  build: mode === "live" ? live : page(isSsrBuild === true),
}));
