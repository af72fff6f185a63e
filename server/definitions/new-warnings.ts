import type { DefinitionProblem } from "../../engine/language/problem.ts";

/** Finds the warnings of a save that the save before did not have. */
export class NewWarnings {
  private known = new Set<string>();

  /** @returns those that are new; a line that moved makes no warning new */
  of(warnings: readonly DefinitionProblem[]): readonly DefinitionProblem[] {
    const before = this.known;
    this.known = new Set(warnings.map(nameOf));
    return warnings.filter((warning) => !before.has(nameOf(warning)));
  }
}

function nameOf({ code, file, message }: DefinitionProblem): string {
  return `${code} ${file} ${message}`;
}
