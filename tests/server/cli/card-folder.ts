import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EDITABLE, PROJECT } from "../../definitions.ts";

/** A folder of definitions with the library card that tests edit, for a command. */
export async function cardFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-card-"));
  for (const [from, top] of [
    [EDITABLE, "flows"],
    [EDITABLE, "schemas"],
    [PROJECT, "content"],
  ] as const)
    await cp(join(from, top, "library-card"), join(folder, top, "library-card"), {
      recursive: true,
    });
  return folder;
}
