import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledProvider } from "../../compiled-call.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";
import { asObject, type Json, type JsonObject } from "../../../language/json.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import type { FlowDefinition } from "../../../language/flow.ts";
import { closest } from "../../../source/closest.ts";

/**
 * Reports names in fixtures that the flow does not have: a fixture with one would test nothing
 * there.
 */
export function checkFixtureNames(
  files: readonly DefinitionFile[],
  variants: readonly CompiledVariant[],
): DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const names = {
    // Steps of providers stand below the call that they are part of.
    call: new Set(
      variants.flatMap(({ calls, providers }) => [
        ...calls.keys(),
        ...[...providers.values()].flatMap(stepNames),
      ]),
    ),
    provider: new Set(variants.flatMap(({ providers }) => [...providers.keys()])),
    screen: new Set(variants.flatMap(({ screens }) => [...screens.keys()])),
    flag: new Set(variants.flatMap(({ flags }) => Object.keys(flags))),
  };
  for (const file of files.filter(({ kind }) => kind === "fixture")) {
    const { document } = file;
    const check = (kind: keyof typeof names, name: Json | undefined, pointer: string) => {
      if (typeof name !== "string" || names[kind].has(name) || name.startsWith("@")) return;
      const suggestion = closest(name, names[kind]);
      problems.push({
        code: "FLOW-FIXTURE-NAME",
        severity: "error",
        message: `The flow has no ${kind} "${name}"`,
        about: [name],
        file: document.path,
        ...document.locate(pointer),
        suggestion,
      });
    };
    const content = contentOf(file);
    const given = asObject(content["given"]);
    problems.push(...variantMistakes(file, variants[0]?.definition));
    for (const flag of Object.keys(asObject(given["flags"])))
      check("flag", flag, `/given/flags/${flag}`);
    for (const provider of Object.keys(asObject(given["providers"])))
      check("provider", provider, `/given/providers/${provider}`);
    for (const call of Object.keys(asObject(given["calls"])))
      check("call", call, `/given/calls/${call}`);
    for (const [index, step] of (
      (content["steps"] as readonly JsonObject[] | undefined) ?? []
    ).entries()) {
      const see = asObject(step["see"]);
      check("provider", asObject(step["hear"])["provider"], `/steps/${index}/hear/provider`);
      check("screen", see["screen"], `/steps/${index}/see/screen`);
      for (const [at, call] of ((see["calls"] as readonly Json[] | undefined) ?? []).entries())
        check("call", call, `/steps/${index}/see/calls/${at}`);
      for (const call of Object.keys(asObject(see["sent"])))
        check("call", call, `/steps/${index}/see/sent/${call}`);
    }
  }
  return problems;
}

/** Axes that the flow does not have, and values that they do not. */
function variantMistakes(
  file: DefinitionFile,
  definition: FlowDefinition | undefined,
): readonly DefinitionProblem[] {
  const axes = definition?.axes ?? {};
  const {
    locale,
    environment: _,
    ...chosen
  } = asObject(asObject(contentOf(file)["given"])["variant"]);
  const tell = (what: string, name: string, known: readonly string[]): DefinitionProblem => {
    const suggestion = closest(name, known);
    return {
      code: "FLOW-FIXTURE-NAME",
      severity: "error",
      message: `The flow has no ${what} "${name}"`,
      about: [name],
      file: file.document.path,
      ...file.document.locate(`/given/variant/${what === "axis" ? name : what}`),
      suggestion,
    };
  };
  const locales = definition?.locales ?? [];
  return [
    ...(typeof locale === "string" && !locales.includes(locale)
      ? [tell("locale", locale, locales)]
      : []),
    ...Object.entries(chosen).flatMap(([axis, value]) => {
      const { path, values = {} } = axes[axis] ?? {};
      if (!Object.hasOwn(axes, axis)) return [tell("axis", axis, Object.keys(axes))];
      return path === undefined && !Object.hasOwn(values, String(value))
        ? [tell(axis, String(value), Object.keys(values))]
        : [];
    }),
  ];
}

function stepNames({ calls }: CompiledProvider): readonly string[] {
  return [...calls].flatMap(([call, steps]) => steps.map(({ id }) => `${call}.${id}`));
}
