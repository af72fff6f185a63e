import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build } from "vite";
import { FORMS, PACKAGES, PEERS, staticPage } from "./sources.ts";

const run = promisify(execFile);

/** Peers' pages by address below the folder they were built into; a peer that could not be built is named with the reason. */
export interface BuiltPeers {
  readonly folder: string;
  readonly pages: ReadonlyMap<string, Readonly<Record<keyof typeof FORMS, string>>>;
  readonly missing: ReadonlyMap<string, string>;
}

/** Installs the peers into a folder outside the project, once for each list of versions, and builds their pages for production. */
export async function buildPeers(): Promise<BuiltPeers> {
  const packages = JSON.stringify({ private: true, type: "module", dependencies: PACKAGES });
  const root = join(
    tmpdir(),
    `foyer-bench-${createHash("sha256").update(packages).digest("hex").slice(0, 12)}`,
  );
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "package.json"), packages);
  const installed = await stat(join(root, "node_modules/.package-lock.json")).then(
    () => true,
    () => false,
  );
  if (!installed)
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: root });
  const dist = join(root, "dist");
  const pages = new Map<string, Record<keyof typeof FORMS, string>>();
  const missing = new Map<string, string>();
  await mkdir(join(dist, "static"), { recursive: true });
  pages.set("static HTML", { eight: "/static/eight.html", sixty: "/static/sixty.html" });
  for (const size of ["eight", "sixty"] as const)
    await writeFile(join(dist, "static", `${size}.html`), staticPage(FORMS[size]));
  for (const [peer, source] of Object.entries(PEERS)) {
    const name = peer.replaceAll(/\W+/g, "-").replace(/^-/, "");
    const folder = join(root, "pages", name);
    await mkdir(folder, { recursive: true });
    for (const size of ["eight", "sixty"] as const) {
      await writeFile(
        join(folder, `${size}.js`),
        `const fields = ${JSON.stringify(FORMS[size])};\n${source}\n`,
      );
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${peer}</title>`;
      await writeFile(
        join(folder, `${size}.html`),
        `<!doctype html><html lang="en"><head>${head}</head><body><div id="root"></div><script type="module" src="./${size}.js"></script></body></html>`,
      );
    }
    try {
      await build({
        root: folder,
        base: `/${name}/`,
        logLevel: "silent",
        configFile: false,
        build: {
          outDir: join(dist, name),
          emptyOutDir: true,
          target: "es2022",
          rolldownOptions: {
            input: ["eight", "sixty"].map((size) => join(folder, `${size}.html`)),
          },
        },
      });
      await pack(join(dist, name));
      pages.set(peer, { eight: `/${name}/eight.html`, sixty: `/${name}/sixty.html` });
    } catch (reason) {
      missing.set(peer, String(reason).split("\n")[0] ?? "");
    }
  }
  return { folder: dist, pages, missing };
}

/** Packed as this project's own build packs its files. */
async function pack(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.(?:js|css)$/.test(file))
      await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
  }
}
