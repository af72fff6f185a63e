import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../errors/code-of.ts";

/** Reasons why the data folder, or the nearest one above it that exists, cannot be written. */
export function dataFolderProblems(folder: string): readonly string[] {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (statSync(folder).isDirectory()) return [];
    return [`FOYER_DATA is ${folder}, which is a file; it has to be a folder`];
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" && dirname(folder) !== folder)
      return dataFolderProblems(dirname(folder)).map((problem) =>
        problem.replace(/^FOYER_DATA is /, "FOYER_DATA lies below "),
      );
    return [
      `FOYER_DATA is ${folder}, where this user cannot write (${code ?? "no reason given"}); it has to be a folder of this user, like /var/lib/foyer`,
    ];
  }
}
