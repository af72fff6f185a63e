import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build } from "vite";
import { installed } from "./installed.ts";
import { FORMS, PACKAGES, PEERS, staticPage } from "./sources.ts";

/**
 * Peers' pages by address below the folder they were built into; a peer that could not be built is
 * named with the reason.
 */
export interface BuiltPeers {
  readonly folder: string;
  readonly pages: ReadonlyMap<string, Readonly<Record<keyof typeof FORMS, string>>>;
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Installs the peers into a folder outside the project, once for each list of versions, and builds
 * their pages for production.
 */
export async function buildPeers(): Promise<BuiltPeers> {
  const root = await installed(PACKAGES);
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
