import type { DefinitionProblem } from "../language/problem.ts";

/** Problems, or questions, in the order of their places. */
export function inOrder<T extends Pick<DefinitionProblem, "file" | "line" | "column">>(
  problems: readonly T[],
): T[] {
  return problems.toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

/**
 * Reports a problem of several variants once; one that is not in all of them names its first
 * variant.
 *
 * @param variants names of the variants that every check ran on
 */
export function withoutRepetition(
  problems: readonly DefinitionProblem[],
  variants: readonly string[],
): DefinitionProblem[] {
  const reported = new Map<
    string,
    { readonly problem: DefinitionProblem; readonly variants: Set<string> }
  >();
  for (const problem of problems) {
    const key = `${problem.code} ${problem.file}:${problem.line}:${problem.column} ${problem.message}`;
    const known = reported.get(key) ?? { problem, variants: new Set<string>() };
    if (problem.variant !== undefined) known.variants.add(problem.variant);
    reported.set(key, known);
  }
  return [...reported.values()].map(({ problem: { variant, ...problem }, variants: having }) =>
    variant === undefined || variants.every((each) => having.has(each))
      ? problem
      : { ...problem, variant },
  );
}
