import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Folders of the page's code, and the outputs of each build. */
const PAGE_CODE = ["web", "engine"];
const BUILDS: readonly { readonly args: readonly string[]; readonly leaves: string }[] = [
  // Without production mode: compressing the files takes longer than building them.
  { args: ["--mode", "saved"], leaves: "dist/web/client/.vite/manifest.json" },
  { args: ["--ssr", "entry-server.tsx"], leaves: "dist/web/server/entry-server.js" },
  { args: ["--mode", "live"], leaves: "dist/web/development/live.js" },
];

/**
 * Builds the outdated parts of the page, one after the other. Prints Vite's errors.
 *
 * @returns whether all parts are up to date now
 */
export async function buildPage(home: string): Promise<boolean> {
  const newest = Math.max(
    ...(await Promise.all(PAGE_CODE.map((folder) => newestBelow(join(home, folder))))),
  );
  for (const { args, leaves } of BUILDS) {
    const built = await stat(join(home, leaves)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
    if (built >= newest) continue;
    console.log(`Building the page (${args.join(" ")}) …`);
    if ((await vite(home, args)) !== 0) return false;
  }
  return true;
}

async function newestBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const times = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).mtimeMs),
  );
  return Math.max(0, ...times);
}

async function vite(home: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const build = spawn(
      process.execPath,
      [
        join(home, "node_modules/vite/bin/vite.js"),
        "build",
        "--config",
        "web/vite.config.ts",
        "--logLevel",
        "warn",
        ...args,
      ],
      {
        cwd: home,
        // Production mode for both halves of the page, in any mode of this process.
        env: { ...process.env, NODE_ENV: "production" },
        stdio: "inherit",
      },
    );
    build.once("error", reject);
    build.once("exit", (code) => resolve(code ?? 1));
  });
}
