import type { CompiledVariant } from "../compiled-variant.ts";
import { asObject } from "../definition-tree.ts";
import { checkEvents } from "../check-events.ts";
import { checkLive } from "../check-live.ts";
import { checkNames } from "../check-names.ts";
import { checkServices } from "../check-services.ts";
import { checkRoles } from "../check-roles.ts";
import type { Reporter } from "../reporter.ts";
import type { JsonObject } from "../../language/json.ts";
import type { RuleNames } from "../../rules/rule-names.ts";
import { attempt } from "./attempt.ts";
import { checkAllow } from "./check-allow.ts";
import { checkContrast } from "./check-contrast.ts";
import { checkCopy } from "./check-copy.ts";
import { checkEntry } from "./check-entry.ts";
import { checkForms } from "./check-forms.ts";
import { checkFrames } from "./check-frames.ts";
import { checkInstants } from "./check-instants.ts";
import { checkLinks } from "./check-links.ts";
import { checkLocales } from "./check-locales.ts";
import { checkNeighbours } from "./check-neighbours.ts";
import { checkPathParameters } from "./check-path-parameters.ts";
import { checkOwners } from "./check-owners.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkPlaces } from "./check-places.ts";
import { checkReadCircles } from "./check-read-circles.ts";
import { checkSettings } from "./check-settings.ts";
import { checkStateShape } from "./check-state-shape.ts";
import { checkStateSchema } from "./check-state-schema.ts";
import { checkTables } from "./check-tables.ts";
import { checkValues } from "./check-values.ts";
import { checkExits } from "./check-exits.ts";

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
  const check = (name: string, pointer: string, work: () => void) =>
    attempt(name, pointer, reporter, work);
  check("the state", "/state", () => checkStateShape(flow.stateSchema, reporter));
  check("names", "/flow", () => checkNames(flow, reporter));
  check("services", "/services", () => checkServices(flow, reporter));
  check("roles", "/roles", () => checkRoles(flow, tree, reporter));
  check("patterns", "/flow", () => checkPatterns(tree, reporter));
  check("analytics events", "/events", () => checkEvents(flow, names, reporter));
  check("entry parameters", "/flow", () => checkEntry(flow, reporter));
  check("owners", "/flow", () => checkOwners(flow, reporter));
  check("live values", "/flow", () => checkLive(flow, reporter));
  check("tables", "/tables", () => checkTables(flow, reporter));
  check("ways out", "/flow", () => checkExits(flow, reporter));
  check("neighbours", "/flow", () => checkNeighbours(flow, reporter));
  check("path parameters", "/flow", () => checkPathParameters(flow, reporter));
  check("permissions", "/flow", () => checkAllow(flow, reporter));
  check("circles of reads", "/flow", () => checkReadCircles(flow, reporter));
  check("forms", "/forms", () => checkForms(flow, reporter));
  check("the state's schema", "/state", () => checkStateSchema(flow.stateSchema, reporter));
  check("compared values", "/flow", () => checkValues(flow, tree, reporter));
  check("instants", "/flow", () => checkInstants(flow, tree, reporter));
  for (const locale of flow.market.locales)
    check(`texts of ${locale}`, `/copy/${locale}`, () => checkCopy(flow, locale, reporter));
  check("languages", "/copy", () => checkLocales(flow, asObject(tree["copy"]), reporter));
  check("places of texts", "/copy", () => checkPlaces(flow, asObject(tree["copy"]), reporter));
}

/** What depends on the values of a variant's settings and on its look: asked of every variant. */
export function checkConfigured(flow: CompiledVariant, reporter: Reporter): void {
  attempt("frames and origins", "/config", reporter, () => checkFrames(flow, reporter));
  attempt("settings", "/config", reporter, () => checkSettings(flow, reporter));
  attempt("links", "/config/links", reporter, () => checkLinks(flow, reporter));
  attempt("contrast", "/theme", reporter, () => checkContrast(flow, reporter));
}
