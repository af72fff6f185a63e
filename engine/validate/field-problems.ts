import { unescapeSegment } from "../source/json-pointer.ts";
import type { FieldProblem } from "./field-problem.ts";

/** The problems of one validation, at most one a place: the lowest rank, the first of equals. */
export class FieldProblems {
  private readonly problems: FieldProblem[] = [];
  private readonly ranks: number[] = [];

  add(problem: FieldProblem, rank: number): void {
    const known = this.placeOf(problem.pointer);
    if (known < 0) {
      this.problems.push(problem);
      this.ranks.push(rank);
    } else if (rank < (this.ranks[known] ?? 0)) {
      this.problems[known] = problem;
      this.ranks[known] = rank;
    }
  }

  has(pointer: string): boolean {
    return this.placeOf(pointer) >= 0;
  }

  /** @param places of fields on the screen, by name; problems of no field come last */
  inOrder(places: ReadonlyMap<string, number>): readonly FieldProblem[] {
    if (this.problems.length < 2) return this.problems;
    return this.problems
      .map((problem): [FieldProblem, number] => [problem, placeOn(places, problem)])
      .toSorted(([, one], [, other]) => one - other)
      .map(([problem]) => problem);
  }

  private placeOf(pointer: string): number {
    for (let at = 0; at < this.problems.length; at++)
      if (this.problems[at]?.pointer === pointer) return at;
    return -1;
  }
}

function placeOn(places: ReadonlyMap<string, number>, { pointer }: FieldProblem): number {
  const end = pointer.indexOf("/", 1);
  const name = unescapeSegment(end < 0 ? pointer.slice(1) : pointer.slice(1, end));
  return places.get(name) ?? places.size;
}
