import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;

/** rjsf's form asks for its registry by a relative path, which no alias can name. */
const slimRegistry: Plugin = {
  name: "slim-registry",
  enforce: "pre",
  resolveId: (source, importer) => (source.endsWith("/getDefaultRegistry.js") && importer?.includes("@rjsf/core") === true ? resolve(here, "stubs/registry.ts") : undefined),
};

/** Builds the page twice: the browser's half with a manifest of its files, and the server's half that draws first screens. */
export default defineConfig(({ isSsrBuild }) => ({
  root: here,
  base: "/",
  plugins: [slimRegistry, react()],
  resolve: {
    alias: {
      // Markdown in descriptions and references by URI are never emitted by the engine; both cost 37 KiB.
      "markdown-to-jsx/react": resolve(here, "stubs/markdown.tsx"),
      "markdown-to-jsx": resolve(here, "stubs/markdown.tsx"),
      "fast-uri": resolve(here, "stubs/uri.ts"),
    },
  },
  ...(isSsrBuild ? { ssr: { noExternal: true as const } } : {}),
  build: {
    outDir: resolve(here, isSsrBuild ? "../dist/web/server" : "../dist/web/client"),
    emptyOutDir: true,
    manifest: !isSsrBuild,
    target: isSsrBuild ? "node20" : "es2022",
    assetsDir: "assets",
    rolldownOptions: isSsrBuild ? { output: { entryFileNames: "[name].js" } } : { input: resolve(here, "entry-client.tsx") },
  },
}));
