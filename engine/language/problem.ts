/** One mistake in the definitions, found at compile time. */
export interface DefinitionProblem {
  /** Stable: `FLOW-…`; each has an entry in the flow-language reference. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  /** Names and places that it is about: one problem may explain others that are about the same. */
  readonly about?: readonly string[];
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The probable intention, as a sentence or a name. */
  readonly suggestion?: string;
  /** The variant that has the problem, when not all do. */
  readonly variant?: string;
  /** The missing texts, where these are the problem. */
  readonly texts?: readonly MissingText[];
}

/** A question about a flow that its check has left open. */
export interface OpenQuestion {
  /** What is not known, as `whether …`. */
  readonly question: string;
  readonly reason: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Whether one of the problems is an error; warnings let a flow be published. */
export function hasError(problems: readonly DefinitionProblem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** What the checks of a flow found. */
export interface CheckFindings {
  readonly problems: readonly DefinitionProblem[];
  /** What the checks have not decided. */
  readonly questions: readonly OpenQuestion[];
}

/** A text that a locale does not have. */
export interface MissingText {
  readonly key: string;
  readonly locale: string;
  /** Its file, with `<locale>` in place of the locale. */
  readonly file: string;
  /** The locale that lacks it, where `locale` is the only one that has it. */
  readonly only?: string;
}

/** Thrown for broken definitions, with all of their problems. */
export class DefinitionError extends Error {
  constructor(readonly problems: readonly DefinitionProblem[]) {
    super(
      `${problems.length} problem(s) in the definitions; the first: ${problems[0]?.message ?? "unknown"}`,
    );
    this.name = "DefinitionError";
  }
}
