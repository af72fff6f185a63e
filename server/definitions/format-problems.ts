import type { DefinitionProblem } from "../../engine/language/problem.ts";
import { codeFrame } from "../../engine/source/code-frame.ts";

/** Codes of files without readable text. */
const UNREADABLE = new Set(["FLOW-YAML-SIZE", "FLOW-YAML-ENCODING", "FLOW-SOURCE-LINK"]);

/** Formats problems for a terminal: place, mistake, suggestion, and the lines around it. */
export async function formatProblems(
  problems: readonly DefinitionProblem[],
  read: (path: string) => Promise<string>,
): Promise<string> {
  const parts: string[] = [];
  for (const problem of problems) {
    const meant =
      problem.suggestion === undefined
        ? ""
        : `\n  Did you mean ${/\s/.test(problem.suggestion) ? problem.suggestion : `"${problem.suggestion}"`}?`;
    const where = problem.variant === undefined ? "" : ` (seen for ${problem.variant})`;
    const text = UNREADABLE.has(problem.code) ? "" : await read(problem.file);
    const frame = text === "" ? "" : `\n${codeFrame(text, problem.line, problem.column)}`;
    parts.push(
      `${problem.severity} ${problem.code} ${problem.file}:${problem.line}:${problem.column}\n  ${problem.message}${where}${meant}${frame}`,
    );
  }
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return [...parts, `${errors} error(s), ${problems.length - errors} warning(s)`].join("\n\n");
}
