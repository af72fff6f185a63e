import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

interface Import {
  readonly from: string;
  readonly to: string;
  /** `import("…")`, loaded when the code gets there. */
  readonly isDynamic: boolean;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

const imports: Import[] = ["engine", "server", "web"].flatMap(sourceFiles).flatMap((file) => {
  const text = readFileSync(file, "utf8");
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g,
    ),
  ].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    return {
      from: relative(PROJECT, file),
      to: target.startsWith(".") ? relative(PROJECT, resolve(dirname(file), target)) : target,
      isDynamic: match[2] !== undefined,
    };
  });
});

const outOf = (folder: string) => imports.filter(({ from }) => from.startsWith(`${folder}/`));

describe("imports between engine, server and web", () => {
  it("finds the imports of the project", () => {
    expect(imports.length).toBeGreaterThan(200);
  });

  it("the engine imports neither server nor web nor a Node module", () => {
    expect(
      outOf("engine").filter(
        ({ to }) => to.startsWith("server/") || to.startsWith("web/") || to.startsWith("node:"),
      ),
    ).toEqual([]);
  });

  it("the page imports the engine and never the server", () => {
    expect(
      outOf("web").filter(
        ({ to, from }) =>
          (to.startsWith("server/") || to.startsWith("node:")) && !from.endsWith("vite.config.ts"),
      ),
    ).toEqual([]);
  });

  it("the server imports nothing of web: it serves the built bundle", () => {
    expect(outOf("server").filter(({ to }) => to.startsWith("web/"))).toEqual([]);
  });

  it("the sandbox has one dynamic import, and no import of its types", () => {
    const inSandbox = (path: string) => path.startsWith("server/sandbox/");
    expect(imports.filter(({ from, to }) => inSandbox(to) && !inSandbox(from))).toEqual([
      {
        from: "server/composition/connect-services.ts",
        to: "server/sandbox/sandbox.ts",
        isDynamic: true,
      },
    ]);
    expect(mentionsOfSandbox("engine", "server", "web")).toEqual([
      "server/composition/connect-services.ts",
    ]);
  });
});

/**
 * Files outside the sandbox with a path into it, in whatever form: `require`, `typeof import`, `new
 * URL`.
 */
function mentionsOfSandbox(...folders: readonly string[]): string[] {
  return folders
    .flatMap(sourceFiles)
    .map((file) => relative(PROJECT, file))
    .filter(
      (file) =>
        !file.startsWith("server/sandbox/") &&
        /["'`][^"'`\s]*\bsandbox\/[^"'`\s]*\.(?:ts|mjs|js)\b/.test(
          readFileSync(join(PROJECT, file), "utf8"),
        ),
    );
}
