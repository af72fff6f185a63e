import { allActions } from "../../../engine/compile/compiled-screen.ts";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";
import { configureVariant } from "../../../engine/fixtures/run-fixture.ts";
import { isObject, type JsonObject } from "../../../engine/language/json.ts";
import type { RuleNames } from "../../../engine/rules/rule-names.ts";

/** The names that a map's rules may use: the flow's guards and values. */
export function ruleNamesOf(flow: CompiledFlow): RuleNames {
  const named = flow.variants[0] === undefined ? undefined : flow.variant(flow.variants[0]);
  return {
    path: () => ({ known: true }),
    guard: (name) => named?.guards.get(name),
    value: (name) => named?.values.get(name),
    collections: flow.collections,
    guardNames: [...(named?.guards.keys() ?? [])],
    valueNames: [...(named?.values.keys() ?? [])],
  };
}

/** The flow with the flags and settings of a case; objects are merged into the flow's own. */
export function withCaseSettings(
  flow: CompiledVariant,
  flags: JsonObject,
  config: JsonObject,
): CompiledVariant {
  const merged = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      isObject(value) && isObject(flow.config[key]) ? { ...flow.config[key], ...value } : value,
    ]),
  );
  return configureVariant(flow, flags, merged);
}

/**
 * The name of the flow's call for a request such as `GET /api/v2/…/{id}?query`; parameter names do
 * not matter.
 */
export function callOf(flow: CompiledVariant, request: string): string | undefined {
  const plain = (text: string) => text.replace(/\?[^]*/, "").replaceAll(/\{[^{}]*\}/g, "{}");
  return [...flow.calls].find(
    ([, { definition }]) => plain(`${definition.method} ${definition.path}`) === plain(request),
  )?.[0];
}

/** The transition table that the flow runs after a call. */
export function tableAfter(flow: CompiledVariant, call: string): string | undefined {
  for (const screen of flow.screens.values()) {
    for (const action of allActions(screen))
      if (action.calls.includes(call)) return action.definition.then;
  }
  for (const table of flow.tables.values())
    for (const row of table.rows) if (row.definition.call === call) return row.definition.then;
  return flow.definition.adopt?.call === call ? flow.definition.adopt.then : undefined;
}
