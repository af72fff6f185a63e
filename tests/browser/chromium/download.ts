import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright";
import { cachedChromium, chromiumCache, type Candidate } from "./candidates.ts";

const run = promisify(execFile);

/**
 * A build of Chromium for Linux on x64 inside an npm package; it brings the libraries that a bare
 * system lacks.
 */
const PACKAGE = "@sparticuz/chromium@147.0.0";

/** One way to get a Chromium. It rejects with the reason when the machine does not allow it. */
export interface Download {
  readonly name: string;
  readonly get: () => Promise<Candidate>;
}

/** The ways to get a Chromium, in the order in which they are tried. None of them needs root. */
export const DOWNLOADS: readonly Download[] = [
  { name: "Playwright's installer", get: installWithPlaywright },
  { name: `the npm package ${PACKAGE}`, get: installFromNpm },
];

async function installWithPlaywright(): Promise<Candidate> {
  const cli = join(dirname(createRequire(import.meta.url).resolve("playwright")), "cli.js");
  await run(process.execPath, [cli, "install", "chromium"], { timeout: 300_000 });
  return { path: chromium.executablePath(), origin: "Playwright" };
}

async function installFromNpm(): Promise<Candidate> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error(`the package has no Chromium for ${process.platform} on ${process.arch}`);
  const folder = chromiumCache();
  await mkdir(folder, { recursive: true });
  await run("npm", ["install", "--no-save", "--no-package-lock", "--prefix", folder, PACKAGE], {
    timeout: 300_000,
  });
  // The package unpacks below the folder for temporary files, and its libraries where it takes the
  // machine for AWS Lambda.
  await run(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      'import chromium from "@sparticuz/chromium"; await chromium.executablePath();',
    ],
    {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
    },
  );
  await writeFile(join(folder, "fonts.conf"), fontsOf(folder));
  const path = cachedChromium();
  await writeFile(path, START, { mode: 0o755 });
  return { path, origin: "npm" };
}

/**
 * The system's own libraries and fonts come first; the package's fill the gaps. A page without any
 * font crashes.
 */
const START = `#!/bin/sh
folder=$(dirname "$0")
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$folder/al2023/lib"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
`;

/** The package's own configuration of fonts names folders of AWS Lambda alone. */
function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
