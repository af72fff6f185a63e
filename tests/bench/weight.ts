import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PROJECT } from "../definitions.ts";

/** Prints how much JavaScript the built page has, compressed. */
export function measureWeight(): void {
  console.log("JavaScript of the first page, gzipped");
  const folder = join(PROJECT, "dist/web/client/assets");
  const sizes = readdirSync(folder).map((name) => ({
    name,
    kib: gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1024,
  }));
  for (const { name, kib } of sizes)
    console.log(`  ${name.padEnd(52)}${kib.toFixed(1).padStart(10)} KiB`);
}
