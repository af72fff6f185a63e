import { ShapeCheck } from "../../../engine/compile/check/files/check-shape.ts";
import { flowIds, readMetaSchemas } from "../../../engine/compile/flow-sources.ts";
import { asObject, type JsonObject } from "../../../engine/language/json.ts";
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

/** The meta-schemas, in which an example has the axes of the flows for members, and no others. */
function withAxes(
  schemas: ReadonlyMap<string, JsonObject>,
  sources: Sources,
): ReadonlyMap<string, JsonObject> {
  const cases = asObject(schemas.get("cases") ?? null);
  const parts = asObject(cases["$defs"]);
  const example = asObject(parts["validation"]);
  const axes = flowIds(sources).flatMap((flow) => {
    const path = `flows/${flow}/flow.yaml`;
    const front = asObject(readYaml(path, sources.get(path) ?? "").value ?? null);
    return Object.keys(asObject(front["axes"]));
  });
  const properties = {
    ...Object.fromEntries(axes.map((axis) => [axis, example["additionalProperties"] ?? true])),
    ...asObject(example["properties"]),
  };
  const validation = { ...example, properties, additionalProperties: false };
  return new Map(schemas).set("cases", { ...cases, $defs: { ...parts, validation } });
}

/**
 * Reads a file of worked examples and validates it against schemas/definition/cases.json; unknown
 * members and duplicate names are refused.
 */
export function readCases(path: string, text: string, sources: Sources): CasesRead {
  const document = readYaml(path, text);
  const problems = new ShapeCheck(withAxes(readMetaSchemas(sources), sources)).problemsOf({
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
