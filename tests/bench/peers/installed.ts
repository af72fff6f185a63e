import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * A folder outside the project with packages at exact versions, installed once for each list of
 * versions.
 *
 * @returns the folder above `node_modules`
 */
export async function installed(dependencies: Readonly<Record<string, string>>): Promise<string> {
  const packages = JSON.stringify({ private: true, type: "module", dependencies });
  const root = join(
    tmpdir(),
    `foyer-bench-${createHash("sha256").update(packages).digest("hex").slice(0, 12)}`,
  );
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "package.json"), packages);
  const there = await stat(join(root, "node_modules/.package-lock.json")).then(
    () => true,
    () => false,
  );
  if (!there)
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: root });
  return root;
}
