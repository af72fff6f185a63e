import { closest } from "../source/closest.ts";
import type { DefinitionProblem, OpenQuestion } from "../language/problem.ts";
import type { SourcePlaces } from "./source-places.ts";

/** A problem without its place in a file. */
export type Mistake = Omit<DefinitionProblem, "file" | "line" | "column" | "severity"> & {
  readonly severity?: "error" | "warning";
};

/** A problem at a pointer of the definition tree. */
export interface Report {
  readonly pointer: string;
  readonly problem: Mistake;
}

/** A question without its place in a file. */
export type Doubt = Pick<OpenQuestion, "question" | "reason">;

/** The reports of some work, and its lookups in the reports before it. */
export interface Recording {
  readonly reports: readonly Report[];
  /** Questions that it left open. */
  readonly doubts: readonly { readonly pointer: string; readonly doubt: Doubt }[];
  /** Codes that it looked up, and whether there was a problem with each. */
  readonly codes: ReadonlyMap<string, boolean>;
  /** Pointers of the errors so far; undefined where it did not look them up. */
  readonly errorPointers?: readonly string[];
}

/** Pointers of problems into the compiled tree. */
const pointers = new WeakMap<DefinitionProblem, string>();

/** Collects the problems of a tree, each at the place in the file that wrote its value. */
export class Reporter {
  readonly problems: DefinitionProblem[] = [];
  /** Questions that checks left open. */
  readonly questions: OpenQuestion[] = [];
  private readonly seen = new Set<string>();
  /** Problems by code and message: the index in the list, and the distance from the source. */
  private readonly nearest = new Map<
    string,
    { readonly index: number; readonly distance: number }
  >();
  private recording:
    | {
        reports: Report[];
        doubts: { pointer: string; doubt: Doubt }[];
        codes: Map<string, boolean>;
        errorPointers?: readonly string[];
      }
    | undefined;

  constructor(
    readonly places: SourcePlaces,
    private readonly variant?: string,
  ) {}

  /**
   * Reports a problem at a pointer of the definition tree. An author's mistake shows in every part
   * that is made from it; it is reported only where it was written.
   */
  at(compiled: string, problem: Mistake): void {
    this.recording?.reports.push({ pointer: compiled, problem });
    const { file, ...place } = this.places.placeOf(compiled);
    const key = `${problem.code} ${file} ${place.line} ${place.column} ${problem.message}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const sentence = `${problem.code} ${problem.message}`;
    const distance = this.places.lineage.distanceOf(compiled);
    const same = this.nearest.get(sentence);
    if (same !== undefined && distance > same.distance) return;
    const isNearer = same !== undefined && distance < same.distance;
    const index = isNearer ? same.index : this.problems.length;
    if (isNearer || distance === 0 || same === undefined)
      this.nearest.set(sentence, { index, distance });
    const placed: DefinitionProblem = {
      severity: "error",
      ...problem,
      file,
      ...place,
      variant: this.variant,
    };
    pointers.set(placed, compiled);
    this.problems[index] = placed;
  }

  /** Whether the compiler made the part at a pointer of the compiled tree. */
  isGenerated(pointer: string): boolean {
    return this.places.lineage.distanceOf(pointer) > 0;
  }

  /** Looks up the pointers of the errors so far into the compiled tree. */
  errorPointers(): readonly string[] {
    const found = this.findErrors();
    if (this.recording !== undefined) this.recording.errorPointers = found;
    return found;
  }

  private findErrors(): readonly string[] {
    return this.problems.flatMap((problem) =>
      problem.severity === "error" ? (pointers.get(problem) ?? []) : [],
    );
  }

  /** Notes a question about a part of the definition tree that a check has not decided. */
  addQuestion(compiled: string, doubt: Doubt): void {
    this.recording?.doubts.push({ pointer: compiled, doubt });
    this.questions.push({ ...doubt, ...this.places.placeOf(compiled) });
  }

  /**
   * Looks up whether a problem with this code was reported; a code that ends in a dash stands for
   * all that begin with it.
   */
  has(code: string): boolean {
    const found = this.hasProblem(code);
    this.recording?.codes.set(code, found);
    return found;
  }

  private hasProblem(code: string): boolean {
    return this.problems.some((problem) =>
      code.endsWith("-") ? problem.code.startsWith(code) : problem.code === code,
    );
  }

  /** Whether the lookups of a recording would find the same now. */
  findsTheSame({ codes, errorPointers }: Recording): boolean {
    return (
      [...codes].every(([code, found]) => this.hasProblem(code) === found) &&
      (errorPointers === undefined || errorPointers.join(" ") === this.findErrors().join(" "))
    );
  }

  /** Runs some work, and returns its reports and lookups. */
  recorded(work: () => void): Recording {
    const outer = this.recording;
    const own: NonNullable<Reporter["recording"]> = {
      reports: [],
      doubts: [],
      codes: new Map(),
    };
    this.recording = own;
    try {
      work();
    } finally {
      this.recording = outer;
    }
    return own;
  }

  /** Reports an unknown name, with the closest known one. */
  unknownName(
    pointer: string,
    {
      kind,
      name,
      known,
    }: { readonly kind: string; readonly name: string; readonly known: Iterable<string> },
  ): void {
    this.at(pointer, {
      code: "FLOW-NAME",
      message: `There is no ${kind} "${name}"`,
      about: [name],
      suggestion: closest(name, known),
    });
  }

  /** Reports the problems of a variant with the same structure for this one, too. */
  repeat(problems: readonly DefinitionProblem[]): void {
    for (const problem of problems) {
      const { code, file, line, column, message } = problem;
      const key = `${code} ${file} ${line} ${column} ${message}`;
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      const repeated = { ...problem, variant: this.variant };
      pointers.set(repeated, pointers.get(problem) ?? "");
      this.problems.push(repeated);
    }
  }
}
