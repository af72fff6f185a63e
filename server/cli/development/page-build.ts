import { spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where the page's code lies, and what each build of it leaves behind. */
const PAGE_CODE = ["web", "engine"];
const BUILDS: readonly { readonly args: readonly string[]; readonly leaves: string }[] = [
  // Not the mode of production: packing the files takes longer than building them.
  { args: ["--mode", "saved"], leaves: "dist/web/client/.vite/manifest.json" },
  { args: ["--ssr", "entry-server.tsx"], leaves: "dist/web/server/entry-server.js" },
  { args: ["--mode", "live"], leaves: "dist/web/development/live.js" },
];

/**
 * Builds whatever of the page is older than its code, one after the other.
 *
 * @returns whether all of it is up to date now; what Vite says of a mistake is printed
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
        // Whatever this process runs as: the two halves of the page have to be of one kind.
        env: { ...process.env, NODE_ENV: "production" },
        stdio: "inherit",
      },
    );
    build.once("error", reject);
    build.once("exit", (code) => resolve(code ?? 1));
  });
}
