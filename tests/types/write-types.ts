import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { generatedTypes, PROJECT } from "./generated-types.ts";

for (const [path, text] of await generatedTypes()) {
  await mkdir(dirname(join(PROJECT, path)), { recursive: true });
  await writeFile(join(PROJECT, path), text);
}
