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
 * Problems that come with another one, by the code of the other: a name that does not exist leaves
 * unused what was meant, a list that cannot be made leaves its screens out.
 */
const CONSEQUENCES: Readonly<Record<string, readonly string[]>> = {
  "FLOW-NAME": ["FLOW-SCREEN-UNREACHABLE", "FLOW-NEIGHBOUR", "FLOW-OUTCOME", "FLOW-UNUSED"],
  "FLOW-LIST": ["FLOW-FIXTURE-NAME", "FLOW-STATE-UNUSED"],
  "FLOW-RULE-PATH": ["FLOW-STATE-UNUSED", "FLOW-DONE-NONE"],
  "FLOW-SET-PATH": ["FLOW-STATE-UNUSED"],
  "FLOW-FIELD-PLACE": ["FLOW-STATE-UNUSED", "FLOW-DONE-NONE"],
  "FLOW-FORM-NONE": ["FLOW-COPY-UNUSED", "FLOW-UNUSED", "FLOW-STATE-UNUSED"],
  "FLOW-COPY-LOCALE": ["FLOW-FIXTURE-NAME"],
};

/**
 * Leaves out problems that an error explains: they are gone, or told again, once the error is
 * mended.
 */
export function withoutConsequences(problems: readonly DefinitionProblem[]): DefinitionProblem[] {
  const explained = new Set(
    problems.flatMap(({ code, severity }) =>
      severity === "error" ? (CONSEQUENCES[code] ?? []) : [],
    ),
  );
  return problems.filter(({ code }) => !explained.has(code));
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
