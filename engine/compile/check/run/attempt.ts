import type { DefinitionProblem } from "../../../language/problem.ts";
import type { Reporter } from "../../reporter.ts";

/**
 * Runs one check of a variant. A fault of the check itself becomes a problem that names the check
 * and its file. The other checks still run, and an unchecked part never counts as right.
 *
 * @param pointer part of the definition tree that the check looks at
 */
export function attempt(
  name: string,
  pointer: string,
  reporter: Reporter,
  check: () => void,
): void {
  try {
    check();
  } catch (error) {
    reporter.at(pointer, { code: "FLOW-CHECK", ...faultOf(name, error) });
  }
}

/** Runs one check of files; a fault of the check itself is the problem it gives. */
export function attemptOn(
  name: string,
  path: string,
  check: () => readonly DefinitionProblem[],
): readonly DefinitionProblem[] {
  try {
    return check();
  } catch (error) {
    return [
      {
        code: "FLOW-CHECK",
        severity: "error",
        ...faultOf(name, error),
        file: path,
        line: 1,
        column: 1,
      },
    ];
  }
}

function faultOf(
  name: string,
  error: unknown,
): { readonly message: string; readonly suggestion: string } {
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return {
    message: `The check of ${name} failed on this flow: ${cause}`,
    suggestion: "an unexpected value here; where all values are right, the check is at fault",
  };
}
