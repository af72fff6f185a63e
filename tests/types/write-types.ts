import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { languageTypes, PROJECT } from "./language-types.ts";

for (const [path, text] of await languageTypes()) {
  await mkdir(dirname(join(PROJECT, path)), { recursive: true });
  await writeFile(join(PROJECT, path), text);
}
