import { closest } from "../source/closest.ts";
import type { DefinitionProblem, OpenQuestion } from "../language/problem.ts";
import type { SourceDocument } from "../source/read-yaml.ts";

/** A part of the definition tree, and its file. */
export interface Origin {
  /** JSON pointer into the tree that `document` fills. */
  readonly at: string;
  readonly document: SourceDocument;
  /** Pointer in the file to the value at `at`. */
  readonly from: string;
}

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

/** What some work reported, and what it looked up of other reports. */
export interface Recording {
  readonly reports: readonly Report[];
  /** Questions that it left open. */
  readonly doubts: readonly { readonly pointer: string; readonly doubt: Doubt }[];
  /** Codes that it looked up, and whether there was a problem with each. */
  readonly lookups: ReadonlyMap<string, boolean>;
}

/** Begins what a check looks up of the places of errors. */
const AT = "@";

/** Pointers of problems into the compiled tree. */
const pointers = new WeakMap<DefinitionProblem, string>();

/**
 * Collects problems, each placed in the file that wrote its value: the last overlay that has it,
 * else the base.
 */
export class Reporter {
  readonly problems: DefinitionProblem[] = [];
  /** Questions that checks left open. */
  readonly questions: OpenQuestion[] = [];
  private readonly seen = new Set<string>();
  /** Problems by code and message: the index in the list, and the distance from the source. */
  private readonly told = new Map<string, { readonly index: number; readonly distance: number }>();
  private recording:
    | {
        reports: Report[];
        doubts: { pointer: string; doubt: Doubt }[];
        lookups: Map<string, boolean>;
      }
    | undefined;
  private filed:
    | ReadonlyMap<string, readonly { readonly origin: Origin; readonly order: number }[]>
    | undefined;

  constructor(
    /** In the order of laying; later ones win. */
    private readonly origins: readonly Origin[],
    private readonly variant?: string,
    /** Maps a pointer into the compiled tree to the author's place. */
    readonly sourceOf: (pointer: string) => string = (pointer) => pointer,
    /**
     * The distance of a part of the compiled tree from the source: 0 as it was written, 1
     * rewritten in place, 2 derived from another place.
     */
    private readonly distanceOf: (pointer: string) => number = () => 0,
  ) {}

  /**
   * Reports a problem at a pointer of the definition tree. A mistake that was written shows in each
   * part that is made from it, and is told where it was written alone.
   */
  at(compiled: string, problem: Mistake): void {
    this.recording?.reports.push({ pointer: compiled, problem });
    const { file, ...place } = this.placeOf(compiled);
    const key = `${problem.code} ${file} ${place.line} ${place.column} ${problem.message}`;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const sentence = `${problem.code} ${problem.message}`;
    const distance = this.distanceOf(compiled);
    const same = this.told.get(sentence);
    if (same !== undefined && distance > same.distance) return;
    const isNearer = same !== undefined && distance < same.distance;
    const index = isNearer ? same.index : this.problems.length;
    if (isNearer || distance === 0 || same === undefined)
      this.told.set(sentence, { index, distance });
    const told: DefinitionProblem = {
      severity: "error",
      ...problem,
      file,
      ...place,
      variant: this.variant,
    };
    pointers.set(told, compiled);
    this.problems[index] = told;
  }

  /** Whether the compiler made the part at a pointer of the compiled tree. */
  isGenerated(pointer: string): boolean {
    return this.distanceOf(pointer) > 0;
  }

  /** Pointers of the errors so far into the compiled tree. */
  get mistaken(): readonly string[] {
    const found = this.problems.flatMap((problem) =>
      problem.severity === "error" ? (pointers.get(problem) ?? []) : [],
    );
    this.recording?.lookups.set(`${AT}${found.join(" ")}`, true);
    return found;
  }

  /** Notes a question about a part of the definition tree that a check has not decided. */
  addQuestion(compiled: string, doubt: Doubt): void {
    this.recording?.doubts.push({ pointer: compiled, doubt });
    this.questions.push({ ...doubt, ...this.placeOf(compiled) });
  }

  /**
   * Whether a problem with this code was reported; a code that ends in a dash stands for all that
   * begin with it. A check asks here, so that its asking is recorded.
   */
  has(code: string): boolean {
    if (code.startsWith(AT)) return code === `${AT}${this.mistaken.join(" ")}`;
    const found = this.problems.some((problem) =>
      code.endsWith("-") ? problem.code.startsWith(code) : problem.code === code,
    );
    this.recording?.lookups.set(code, found);
    return found;
  }

  /** Runs some work, and returns what it reports. */
  recorded(work: () => void): Recording {
    const outer = this.recording;
    const own = {
      reports: [] as Report[],
      doubts: [] as { pointer: string; doubt: Doubt }[],
      lookups: new Map<string, boolean>(),
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

  /**
   * The file for a text, with `<locale>` in place of the locale: the one that has its neighbours,
   * in any locale.
   */
  copyFile(key: string, locales: readonly string[], flow: string): string {
    const segments = key.split(".");
    for (const locale of locales) {
      for (let length = segments.length; length > 0; length--) {
        const found = this.places
          .get(`/copy/${[locale, ...segments.slice(0, length)].join("/")}`)
          ?.find(({ origin }) => origin.document.path.includes(`/${locale}/`));
        if (found !== undefined)
          return found.origin.document.path.replace(`/${locale}/`, "/<locale>/");
      }
    }
    const [first = ""] = segments;
    const isFolder =
      first === "screens" || locales.some((locale) => this.hasCopyFolder(locale, first));
    return `content/${flow}/<locale>/${segments.slice(0, isFolder ? 2 : 1).join("/")}.yaml`;
  }

  private hasCopyFolder(locale: string, name: string): boolean {
    return this.origins.some(
      ({ at, document }) =>
        at.startsWith(`/copy/${locale}/${name}/`) && document.path.includes(`/${locale}/${name}/`),
    );
  }

  /** Whether a file has the value at a pointer; false for what the compiler adds. */
  isWritten(compiled: string): boolean {
    const pointer = this.sourceOf(compiled);
    const origin = this.originOf(pointer);
    return origin?.document.has(origin.from + pointer.slice(origin.at.length)) === true;
  }

  /** Origins by place; built for the first problem. */
  private get places(): NonNullable<Reporter["filed"]> {
    if (this.filed !== undefined) return this.filed;
    const places = new Map<string, { readonly origin: Origin; readonly order: number }[]>();
    for (const [order, origin] of this.origins.entries()) {
      const place = places.get(origin.at) ?? [];
      place.push({ origin, order });
      places.set(origin.at, place);
    }
    this.filed = places;
    return places;
  }

  /** The file and place that wrote the value at a pointer. */
  placeOf(compiled: string): Pick<OpenQuestion, "file" | "line" | "column"> {
    const pointer = this.sourceOf(compiled);
    const origin = this.originOf(pointer);
    return origin === undefined
      ? { file: this.frontFile, line: 1, column: 1 }
      : {
          file: origin.document.path,
          ...origin.document.locate(origin.from + pointer.slice(origin.at.length)),
        };
  }

  /** The file of what no file has written. */
  private get frontFile(): string {
    return this.origins.find(({ at }) => at === "/flow")?.document.path ?? "flow.yaml";
  }

  /** The last layer that has the value; where none has it, the most exact file around it. */
  private originOf(pointer: string): Origin | undefined {
    const around: { readonly origin: Origin; readonly order: number }[] = [];
    for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
      around.push(...(this.places.get(at) ?? []));
      if (at === "") break;
    }
    const writers = around.filter(({ origin }) =>
      origin.document.has(origin.from + pointer.slice(origin.at.length)),
    );
    // Those found first are the most exact.
    return (
      writers.length === 0
        ? around[0]
        : writers.reduce((last, each) => (each.order > last.order ? each : last))
    )?.origin;
  }
}
