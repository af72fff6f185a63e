import type { CompiledBlock } from "../../engine/compile/compiled-screen.ts";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import { variantFacts } from "../../engine/language/axes.ts";
import { SANDBOX_ENVIRONMENTS } from "../../engine/language/environments.ts";
import { asList, isObject, type JsonObject } from "../../engine/language/json.ts";
import { variablesOf } from "../../engine/language/provider-variables.ts";
import type { Rule } from "../../engine/language/rule.ts";
import { compileRule } from "../../engine/rules/compile-rule.ts";
import { readPath } from "../../engine/rules/state-path.ts";
import { ANY_NAMES } from "../../engine/rules/rule-names.ts";
import { readProviders, type ConfiguredProviders } from "./read-providers.ts";

/** Addresses below this path are the sandbox's own. */
const SANDBOX_PATH = "/sandbox/";

/** Roots of facts that are known before anyone has begun an application. */
const KNOWN_ROOTS = ["config", "flags", "providers", "environment"];

/**
 * Frames that show a page of the sandbox in an environment that has none, one sentence each: the
 * screen, the page, and the settings that lead elsewhere. Never a value of a variable.
 */
export function sandboxFrames(
  flow: CompiledFlow,
  env: NodeJS.ProcessEnv,
  environment: string,
): readonly string[] {
  if (SANDBOX_ENVIRONMENTS.has(environment)) return [];
  const { configured } = readProviders(flow, env);
  const found = new Set<string>();
  for (const variant of flow.variants) {
    if (variant.environment !== environment) continue;
    const compiled = flow.variant(variant);
    const facts = knownFacts(compiled, configured);
    for (const [screen, { blocks }] of compiled.screens)
      for (const block of blocks) {
        const path = sandboxPath(block, facts);
        if (path === undefined) continue;
        const settings = settingsOf(flow, block, { facts, path });
        found.add(
          `The screen ${screen} of ${flow.id} shows ${path} in a frame, which ${environment} does not serve${settings === "" ? "" : `; set ${settings}`}`,
        );
      }
  }
  return [...found];
}

function knownFacts(variant: CompiledVariant, providers: ConfiguredProviders): JsonObject {
  const { definition, config, flags } = variant;
  return { ...variantFacts(definition, variant.variant), config, flags, providers };
}

/** The page of the sandbox that a frame shows; undefined: another page, or it is never shown. */
function sandboxPath({ definition, src, when }: CompiledBlock, facts: JsonObject) {
  if (definition.kind !== "frame") return undefined;
  const shown = src?.evaluate(facts);
  if (typeof shown !== "string" || !shown.startsWith(SANDBOX_PATH)) return undefined;
  if (when !== undefined && isNever(when.rule, facts)) return undefined;
  return shown.split(/[?#]/, 1)[0];
}

/** Whether a part of a conjunction that reads known facts alone does not hold. */
function isNever(rule: Rule, facts: JsonObject): boolean {
  if (isObject(rule) && "and" in rule)
    return asList(rule["and"]).some((part) => isNever(part, facts));
  let readsNames = false;
  const compiled = compileRule(rule, ANY_NAMES, () => {
    readsNames = true;
  });
  const isKnown = compiled.reads.every((path) => KNOWN_ROOTS.includes(path.split(".", 1)[0] ?? ""));
  return isKnown && !readsNames && !compiled.test(facts);
}

/** The variables and the part of the configuration that lead a frame elsewhere. */
function settingsOf(
  flow: CompiledFlow,
  { src, when }: CompiledBlock,
  { facts, path }: { readonly facts: JsonObject; readonly path: string },
): string {
  const reads = [...(src?.reads ?? []), ...(when?.reads ?? [])].map((read) => read.split("."));
  const providers = new Set(
    reads.flatMap(([root, id]) => (root === "providers" && id !== undefined ? [id] : [])),
  );
  const variables = [...providers].map((id) => {
    const provider = flow.providers.get(id);
    return (provider === undefined ? [] : variablesOf(provider))
      .filter(({ kind }) => kind !== "optional")
      .map(({ env }) => env)
      .join(" and ");
  });
  const written = reads
    .filter(([root]) => root === "config")
    .map((read) => read.join("."))
    .filter((read) => {
      const value = readPath(facts, read);
      return typeof value === "string" && value.split(/[?#]/, 1)[0] === path;
    });
  const ways = [...variables, ...new Set(written)].filter((each) => each !== "");
  return ways.join(", or ");
}
