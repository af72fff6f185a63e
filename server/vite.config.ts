import { resolve } from "node:path";
import { defineConfig } from "vite";
import { recordBuild } from "./build.mjs";

/**
 * Bundles the server into one file, which starts ten times faster than compiling the sources on
 * load.
 */
export default defineConfig({
  root: resolve(import.meta.dirname),
  plugins: [recordBuild("service")],
  build: {
    ssr: true,
    outDir: resolve(import.meta.dirname, "../dist/server"),
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: {
      // Both drop calls with an unused result, such as `decodeURI(path)` in a `try`: such calls are
      // made for the errors they throw.
      treeshake: false,
      input: {
        main: resolve(import.meta.dirname, "main.ts"),
        cli: resolve(import.meta.dirname, "cli/cli.ts"),
        "document-worker": resolve(import.meta.dirname, "application/files/document-worker.ts"),
        "starting-program": resolve(import.meta.dirname, "starting/starting-program.ts"),
      },
      output: { entryFileNames: "[name].js", minify: false },
    },
  },
});
