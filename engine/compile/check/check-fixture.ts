import type { DefinitionProblem } from "../../language/problem.ts";
import type { Sources } from "../../language/sources.ts";
import { readYaml } from "../../source/read-yaml.ts";
import type { CompiledFlow } from "../compiled-flow.ts";
import { readFlowFiles, type DefinitionFile } from "../flow-sources.ts";
import { inOrder } from "../problem-list.ts";
import { readLanguage } from "../read-flow.ts";
import { checkFixtureNames } from "./files/check-fixture-names.ts";
import { checkFixtureSteps } from "./files/check-fixture-steps.ts";
import { checkFixtureRoles } from "./services/check-roles.ts";

/** A fixture outside of its flow's folder, as text. */
export interface FixtureText {
  readonly path: string;
  readonly text: string;
}

/** The problems of a fixture outside of its flow's folder: the same as of one inside. */
export function checkFixture(
  sources: Sources,
  flow: CompiledFlow,
  { path, text }: FixtureText,
): readonly DefinitionProblem[] {
  const language = readLanguage(sources);
  if ("problem" in language) return [language.problem];
  const document = readYaml(path, text);
  const file: DefinitionFile = { kind: "fixture", name: "", document };
  const shape = [...document.misreadValues, ...language.shapes.problemsOf(file)];
  if (shape.some(({ severity }) => severity === "error")) return inOrder(shape);
  const roles = readFlowFiles(sources, flow.id).filter(({ kind }) => kind === "roles");
  const variants = flow.variants.map((variant) => flow.variant(variant));
  return inOrder([
    ...shape,
    ...checkFixtureRoles([...roles, file]),
    ...checkFixtureNames([file], variants),
    ...checkFixtureSteps(file, variants),
  ]);
}
