import type { DefinitionProblem } from "../definition/problem.ts";
import type { SourceDocument } from "../source/read-yaml.ts";

/** A part of the definition tree and the file it was read from. */
export interface Origin {
  /** JSON pointer into the tree that `document` fills. */
  readonly at: string;
  readonly document: SourceDocument;
  /** Pointer inside the file of what stands at `at`. */
  readonly from: string;
}

/** Collects problems, placing each in the file that wrote it: the last overlay that has the value, else the base. */
export class Reporter {
  readonly problems: DefinitionProblem[] = [];
  private readonly seen = new Set<string>();

  constructor(
    /** In the order they are laid; later ones win. */
    private readonly origins: readonly Origin[],
    private readonly variant?: string,
  ) {}

  /** Reports a problem at a pointer of the definition tree. */
  at(pointer: string, problem: Omit<DefinitionProblem, "file" | "line" | "column" | "severity"> & { readonly severity?: "error" | "warning" }): void {
    const origin = this.originOf(pointer);
    const place = origin === undefined ? { line: 1, column: 1 } : origin.document.locate(origin.from + pointer.slice(origin.at.length));
    const file = origin?.document.path ?? "flow.yaml";
    const key = `${problem.code} ${file} ${place.line} ${place.column} ${problem.message}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.problems.push({ severity: "error", ...problem, file, ...place, ...(this.variant === undefined ? {} : { variant: this.variant }) });
  }

  /** The last layer that has the value; where none has it, the most exact file around it. */
  private originOf(pointer: string): Origin | undefined {
    const around = this.origins.filter(({ at }) => pointer === at || pointer.startsWith(`${at}/`));
    const writers = around.filter((origin) => origin.document.has(origin.from + pointer.slice(origin.at.length)));
    return writers.at(-1) ?? around.toSorted((a, b) => b.at.length - a.at.length)[0];
  }
}
