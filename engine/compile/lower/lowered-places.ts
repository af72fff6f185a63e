import type { DefinitionProblem } from "../../language/problem.ts";

/** A mistake found during lowering; `pointer` leads to its place in the author's source. */
export interface LoweringProblem extends Pick<
  DefinitionProblem,
  "code" | "message" | "about" | "suggestion"
> {
  readonly pointer: string;
}

/** The author's place of a part. `made`: the compiler generated the part from that place. */
export interface LoweredPart {
  readonly source: string;
  readonly made: boolean;
}

interface Place {
  readonly source: string;
  /** Parts below have no place of their own in the source. */
  readonly generated: boolean;
}

/** The author's place of each lowered part, and the problems found while lowering. */
export class LoweredPlaces {
  readonly problems: LoweringProblem[] = [];
  private readonly places = new Map<string, Place>();

  /** Records that the part at `lowered` was written at `source`, and the parts below it there. */
  put(lowered: string, source: string): void {
    if (lowered !== source) this.places.set(lowered, { source, generated: false });
  }

  /** Records that the compiler generated the part at `lowered`, and all below it, from `source`. */
  putGenerated(lowered: string, source: string): void {
    this.places.set(lowered, { source, generated: true });
  }

  /** Records the place of a part that was written or made. */
  putPart(lowered: string, { source, made }: LoweredPart): void {
    if (made) this.putGenerated(lowered, source);
    else this.put(lowered, source);
  }

  report(pointer: string, problem: Omit<LoweringProblem, "pointer">): void {
    this.problems.push({ ...problem, pointer });
  }

  /** Adds the places of another lowering. */
  add(other: LoweredPlaces): void {
    for (const [lowered, place] of other.places) this.places.set(lowered, place);
    this.problems.push(...other.problems);
  }

  /** Whether the part at a pointer was generated, and has the place of what it was made from. */
  isGenerated(pointer: string): boolean {
    for (let at = tablePointer(pointer); at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
      const place = this.places.get(at);
      if (place !== undefined) return place.generated;
    }
    return false;
  }

  /** The author's place of a pointer into the lowered tree. */
  sourceOf(lowered: string): string {
    const pointer = tablePointer(lowered);
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
      const place = this.places.get(at);
      if (place !== undefined)
        return place.generated ? place.source : place.source + pointer.slice(at.length);
    }
    return pointer;
  }
}

/** The pointer with the plain name of a table, which has slashes where its rows stand in place. */
function tablePointer(pointer: string): string {
  return pointer.startsWith("/tables/") && pointer.includes("~1")
    ? pointer.replace(/^\/tables\/[^/]+/, (table) => table.replaceAll("~1", "/"))
    : pointer;
}
