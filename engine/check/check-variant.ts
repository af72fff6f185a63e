import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { asObject } from "../compile/definition-tree.ts";
import { checkEvents } from "../compile/check-events.ts";
import { checkLive } from "../compile/check-live.ts";
import { checkNames } from "../compile/check-names.ts";
import { checkRoles } from "../compile/check-roles.ts";
import type { Reporter } from "../compile/reporter.ts";
import type { JsonObject } from "../definition/json.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import { checkContrast } from "./check-contrast.ts";
import { checkCopy } from "./check-copy.ts";
import { checkForms } from "./check-forms.ts";
import { checkFrames } from "./check-frames.ts";
import { checkLocales } from "./check-locales.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkSettings } from "./check-settings.ts";
import { checkTables } from "./check-tables.ts";
import { checkValues } from "./check-values.ts";
import { checkWaysOut } from "./check-ways-out.ts";

/**
 * Everything that can be said of a variant whatever the values of its settings: names that nothing has, words that are missing,
 * rows and screens nobody reaches, comparisons that never hold.
 */
export function checkVariant(
  flow: CompiledVariant,
  tree: JsonObject,
  names: RuleNames,
  reporter: Reporter,
): void {
  checkNames(flow, reporter);
  checkRoles(flow, tree, reporter);
  checkPatterns(tree, reporter);
  checkEvents(flow, names, reporter);
  checkLive(flow, reporter);
  checkTables(flow, reporter);
  checkWaysOut(flow, reporter);
  checkForms(flow, reporter);
  checkValues(flow, tree, reporter);
  for (const locale of flow.market.locales) checkCopy(flow, locale, reporter);
  checkLocales(flow, asObject(tree["copy"]), reporter);
}

/** What depends on the values of a variant's settings and on its look: asked of every variant. */
export function checkSettled(flow: CompiledVariant, reporter: Reporter): void {
  checkFrames(flow, reporter);
  checkSettings(flow, reporter);
  checkContrast(flow, reporter);
}
