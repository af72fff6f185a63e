import { ShapeCheck } from "../../../engine/compile/check/check-shape.ts";
import { readMetaSchemas } from "../../../engine/compile/flow-sources.ts";
import type { DefinitionProblem } from "../../../engine/language/problem.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { readYaml } from "../../../engine/source/read-yaml.ts";
import type { RoutingCase } from "./routing-map.ts";
import type { ValidationCase } from "./validation.ts";

/** A worked example of either kind. */
export type WorkedCase = RoutingCase | ValidationCase;

export type CasesRead =
  | { readonly ok: true; readonly cases: readonly WorkedCase[] }
  | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };

/**
 * Reads a file of worked examples and validates it against schemas/definition/cases.json; unknown
 * members and duplicate names are refused.
 */
export function readCases(path: string, text: string, sources: Sources): CasesRead {
  const document = readYaml(path, text);
  const problems = new ShapeCheck(readMetaSchemas(sources)).problemsOf({
    kind: "cases",
    name: path,
    document,
  });
  if (problems.length > 0) return { ok: false, problems };
  const cases = document.value as unknown as readonly WorkedCase[];
  const seen = new Set<string>();
  const repeated = cases.flatMap(({ id }, at): DefinitionProblem[] => {
    const again = seen.has(id);
    seen.add(id);
    return again
      ? [
          {
            code: "FLOW-ID-REPEATED",
            severity: "error",
            message: `Two examples are called "${id}"`,
            file: path,
            ...document.locate(`/${at}/id`),
          },
        ]
      : [];
  });
  return repeated.length > 0 ? { ok: false, problems: repeated } : { ok: true, cases };
}
