// @ts-check
/*
 * `node server/build.mjs`: builds the parts whose sources changed since their last build. Every build, by Vite alone too,
 * records what it was made of.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HOME = join(import.meta.dirname, "..");

/** Where the records lie. */
const RECORDS = join(HOME, "dist/built");

/** Files beside the folders that every part is made of. */
const COMMON = ["package-lock.json", "tsconfig.json", "server/build.mjs"];

/** The parts of a build by name, with the folders that each is made of. */
const PARTS = {
  page: {
    title: "the page",
    from: ["web", "engine"],
    args: ["--config", "web/vite.config.ts"],
  },
  drawing: {
    title: "the page's server half",
    from: ["web", "engine"],
    args: ["--config", "web/vite.config.ts", "--ssr", "entry-server.tsx"],
  },
  service: {
    title: "the service",
    from: ["server", "engine"],
    args: ["--config", "server/vite.config.ts"],
  },
};

/**
 * The hash of everything that a part is made of.
 *
 * @param {keyof typeof PARTS} part
 * @param {string} mode Vite's mode: development builds leave out what `npm start` serves
 */
async function digestOf(part, mode) {
  const hash = createHash("sha256").update(`${mode}\0`);
  for (const folder of PARTS[part].from) {
    const entries = await readdir(join(HOME, folder), { withFileTypes: true, recursive: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    for (const file of files)
      hash.update(`${file.slice(HOME.length)}\0`).update(await readFile(file));
  }
  for (const file of COMMON) hash.update(`${file}\0`).update(await readFile(join(HOME, file)));
  return hash.digest("hex");
}

/**
 * Records what a part was built from.
 *
 * @param {keyof typeof PARTS} part
 * @returns {import("vite").Plugin}
 */
export function recordBuild(part) {
  let mode = "";
  let digest = "";
  const record = join(RECORDS, part);
  return {
    name: "record-build",
    apply: (_, env) => env.command === "build" && env.mode !== "live",
    configResolved(config) {
      mode = config.mode;
    },
    async buildStart() {
      digest = await digestOf(part, mode);
      await rm(record, { force: true });
    },
    async writeBundle() {
      await mkdir(RECORDS, { recursive: true });
      await writeFile(record, digest);
    },
  };
}

/**
 * Whether a part was built from its present sources, for production.
 *
 * @param {keyof typeof PARTS} part
 */
export async function isBuilt(part) {
  const built = await readFile(join(RECORDS, part), "utf8").catch(() => "");
  return built !== "" && built === (await digestOf(part, "production"));
}

/** @param {readonly string[]} args */
async function vite(args) {
  const program = join(HOME, "node_modules/vite/bin/vite.js");
  const build = spawn(process.execPath, [program, "build", "--logLevel", "warn", ...args], {
    cwd: HOME,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => {
    build.once("error", reject);
    build.once("exit", (code) => resolve(code ?? 1));
  });
}

async function buildChanged() {
  for (const part of /** @type {(keyof typeof PARTS)[]} */ (Object.keys(PARTS))) {
    if (await isBuilt(part)) continue;
    const { title, args } = PARTS[part];
    console.log(`Building ${title} …`);
    if ((await vite(args)) !== 0) return 1;
  }
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await buildChanged();
