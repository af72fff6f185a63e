import type { OpenQuestion } from "../language/problem.ts";
import type { SourceDocument } from "../source/read-yaml.ts";
import type { Lineage } from "./lower/lineage.ts";

/** A part of the definition tree, and its file. */
export interface Origin {
  /** JSON pointer into the tree that `document` fills. */
  readonly at: string;
  readonly document: SourceDocument;
  /** Pointer in the file to the value at `at`. */
  readonly from: string;
}

interface OrderedOrigin {
  readonly origin: Origin;
  /** Later layers have a higher one. */
  readonly order: number;
}

/** Parts of the copy with a file for each screen or mail; others are one file. */
const FOLDERS: ReadonlySet<string> = new Set(["screens", "mail"]);

/** The lineage of a tree that was not lowered. */
const AS_WRITTEN: Lineage = { sourceOf: (pointer) => pointer, distanceOf: () => 0 };

/**
 * The files that wrote the parts of a tree, and the places in them: of the last overlay that has a
 * value, else of the base.
 */
export class SourcePlaces {
  private filed: ReadonlyMap<string, readonly OrderedOrigin[]> | undefined;

  /** @param origins in the order of laying; later ones win */
  constructor(
    private readonly origins: readonly Origin[],
    readonly lineage: Lineage = AS_WRITTEN,
  ) {}

  /** The file, line and column that wrote the value at a pointer of the compiled tree. */
  placeOf(compiled: string): Pick<OpenQuestion, "file" | "line" | "column"> {
    const pointer = this.lineage.sourceOf(compiled);
    const origin = this.originOf(pointer);
    return origin === undefined
      ? { file: this.frontFile, line: 1, column: 1 }
      : {
          file: origin.document.path,
          ...origin.document.locate(origin.from + pointer.slice(origin.at.length)),
        };
  }

  /** Whether a file has the value at a pointer; false for what the compiler adds. */
  isWritten(compiled: string): boolean {
    const pointer = this.lineage.sourceOf(compiled);
    const origin = this.originOf(pointer);
    return origin?.document.has(origin.from + pointer.slice(origin.at.length)) === true;
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
      FOLDERS.has(first) || locales.some((locale) => this.hasCopyFolder(locale, first));
    return `content/${flow}/<locale>/${segments.slice(0, isFolder ? 2 : 1).join("/")}.yaml`;
  }

  private hasCopyFolder(locale: string, name: string): boolean {
    return this.origins.some(
      ({ at, document }) =>
        at.startsWith(`/copy/${locale}/${name}/`) && document.path.includes(`/${locale}/${name}/`),
    );
  }

  /** Origins by pointer; built when they are first asked for. */
  private get places(): ReadonlyMap<string, readonly OrderedOrigin[]> {
    if (this.filed !== undefined) return this.filed;
    const places = new Map<string, OrderedOrigin[]>();
    for (const [order, origin] of this.origins.entries()) {
      const place = places.get(origin.at) ?? [];
      place.push({ origin, order });
      places.set(origin.at, place);
    }
    this.filed = places;
    return places;
  }

  /** The file of a part that no file wrote. */
  private get frontFile(): string {
    return this.origins.find(({ at }) => at === "/flow")?.document.path ?? "flow.yaml";
  }

  /** The last layer that has the value; where none has it, the most exact file around it. */
  private originOf(pointer: string): Origin | undefined {
    const around: OrderedOrigin[] = [];
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
