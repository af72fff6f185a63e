import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROJECT } from "./definitions.ts";
import { addAt } from "./edit-yaml.ts";

/** A folder with the shipped definitions, of which the merchant sign-up asks in parts. */
export async function guidedFlows(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-guided-"));
  await Promise.all(
    ["flows", "schemas", "content"].map((name) =>
      cp(join(PROJECT, name), join(folder, name), { recursive: true }),
    ),
  );
  const flags = join(folder, "flows/merchant-signup/flags.yaml");
  const text = await readFile(flags, "utf8");
  await writeFile(flags, addAt(text, "flags/guided/default", true));
  return folder;
}
