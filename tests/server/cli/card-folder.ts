import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { runCommand, type Command } from "../../../server/cli/command.ts";
import { EDITABLE, PROJECT } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

/** A folder of definitions with the library card that tests edit, which commands read. */
export interface CardFolder {
  /** A file or folder in it. */
  at(path: string): string;
  /** Replaces a text of a file; the file must have it. */
  edit(path: string, from: string | RegExp, to: string): Promise<void>;
  /** Runs a command: its exit code, and what it prints on both outputs. */
  run(command: Command, args: readonly string[], json?: boolean): Promise<CommandRun>;
}

interface CommandRun {
  readonly code: number;
  readonly lines: readonly string[];
  readonly printed: string;
}

/** Makes such a folder for each test of a file, and removes it afterwards. */
export function useCardFolder(): CardFolder {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-card-"));
    for (const [from, top] of [
      [EDITABLE, "flows"],
      [EDITABLE, "schemas"],
      [PROJECT, "content"],
    ] as const)
      await cp(join(from, top, "library-card"), join(folder, top, "library-card"), {
        recursive: true,
      });
    vi.stubEnv("FOYER_FLOWS", folder);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(folder, { recursive: true });
  });
  const at = (path: string) => join(folder, path);
  return {
    at,
    async edit(path, from, to) {
      await writeFile(at(path), mustReplace(await readFile(at(path), "utf8"), from, to));
    },
    async run(command, args, json = false) {
      const lines: string[] = [];
      for (const output of ["log", "error"] as const)
        vi.spyOn(console, output).mockImplementation((line: string) => void lines.push(line));
      const code = await runCommand(command, args, json);
      return { code, lines, printed: lines.join("\n") };
    },
  };
}
