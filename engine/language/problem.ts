/** One mistake in the definitions, found at compile time. */
export interface DefinitionProblem {
  /** Stable: `FLOW-…`; each has an entry in the flow-language reference. */
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What was probably meant, as a whole sentence or a bare name. */
  readonly suggestion?: string;
  /** Variant in which it shows, when it does not show in all. */
  readonly variant?: string;
  /** Texts that are not there, where that is the mistake. */
  readonly texts?: readonly MissingText[];
}

/** A text that a locale does not have. */
export interface MissingText {
  readonly key: string;
  readonly locale: string;
  /** Where it would stand, with `<locale>` in the place of the locale. */
  readonly file: string;
  /** The locale that lacks it, where `locale` is the only one that has it. */
  readonly only?: string;
}

/** Thrown where a flow is needed and its definitions are broken: all problems together. */
export class DefinitionError extends Error {
  constructor(readonly problems: readonly DefinitionProblem[]) {
    super(
      `${problems.length} problem(s) in the definitions; the first: ${problems[0]?.message ?? "unknown"}`,
    );
    this.name = "DefinitionError";
  }
}
