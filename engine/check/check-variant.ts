import type { CompiledVariant } from "../compile/compiled-variant.ts";
import { asObject } from "../compile/definition-tree.ts";
import type { Reporter } from "../compile/reporter.ts";
import type { JsonObject } from "../definition/json.ts";
import { checkContrast } from "./check-contrast.ts";
import { checkCopy } from "./check-copy.ts";
import { checkForms } from "./check-forms.ts";
import { checkFrames } from "./check-frames.ts";
import { checkLocales } from "./check-locales.ts";
import { checkSettings } from "./check-settings.ts";
import { checkTables } from "./check-tables.ts";
import { checkValues } from "./check-values.ts";
import { checkWaysOut } from "./check-ways-out.ts";

/** Everything that can be said of one variant beyond its names: words that are missing, rows and screens nobody reaches, comparisons that never hold. */
export function checkVariant(flow: CompiledVariant, tree: JsonObject, reporter: Reporter): void {
  checkTables(flow, reporter);
  checkWaysOut(flow, reporter);
  checkFrames(flow, reporter);
  checkForms(flow, reporter);
  checkSettings(flow, reporter);
  checkContrast(flow, reporter);
  checkValues(flow, tree, reporter);
  for (const locale of flow.market.locales) checkCopy(flow, locale, reporter);
  checkLocales(flow, asObject(tree["copy"]), reporter);
}
