import type { CallDefinition, ServiceDefinition } from "../definition/call.ts";
import type { EntryParameter, FlowDefinition } from "../definition/flow.ts";
import type { JsonObject } from "../definition/json.ts";
import type { DefinitionProblem } from "../definition/problem.ts";
import type { ProviderDefinition } from "../definition/provider.ts";
import type { RoleDefinition } from "../definition/roles.ts";
import type { ScreenDefinition } from "../definition/screen.ts";
import type { TransitionTableDefinition } from "../definition/transition.ts";
import type { Collection } from "../rules/collection.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import type { CompiledFormat } from "../validate/format.ts";
import { compileCall } from "./compile-call.ts";
import { compileEvents } from "./compile-events.ts";
import { namedRules } from "./compile-names.ts";
import { compileProvider } from "./compile-provider.ts";
import { compileRole } from "./compile-roles.ts";
import { compileScreen } from "./compile-screen.ts";
import { compileTable } from "./compile-table.ts";
import type { CompiledVariant, FormOfFlow } from "./compiled-variant.ts";
import { asObject } from "./definition-tree.ts";
import { presentEntries } from "./present-entries.ts";
import type { Reporter } from "./reporter.ts";
import { routeIndex } from "./route-index.ts";
import { RuleWorkshop } from "./rule-workshop.ts";
import { eventPathCheck, pathCheck, piiPaths } from "./state-schema.ts";

/** What is the same in every variant that differs from another in the values of settings and switches alone. */
export interface Structure {
  /** What is wrong with it. */
  readonly problems: readonly DefinitionProblem[];
  readonly names: RuleNames;
  readonly parts: Omit<
    CompiledVariant,
    "variant" | "market" | "flags" | "config" | "theme" | "forms" | "formats" | "page" | "copy"
  >;
  /** Formats and forms of these variants, by what the settings made of the formats. */
  readonly settled: Map<string, SettledForms>;
}

/** Formats, and the forms that use them by name and what the settings made of them. */
export interface SettledForms {
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  readonly forms: Map<string, FormOfFlow>;
}

/** Compiles what does not depend on the value of any setting; mistakes are told to the reporter of the first variant that has this structure. */
export function compileStructure(
  tree: JsonObject,
  collections: ReadonlyMap<string, Collection>,
  definition: FlowDefinition,
  reporter: Reporter,
): Structure {
  const before = reporter.problems.length;
  const state = asObject(tree["state"]);
  const names = namedRules(
    { guards: asObject(tree["guards"]), values: asObject(tree["values"]) },
    pathCheck(
      state,
      asObject(tree["flags"]),
      asObject(tree["config"]),
      Object.keys(definition.ids),
    ),
    collections,
    reporter,
  );
  const workshop = new RuleWorkshop(names, reporter);
  const { guards, values } = names.all();
  const eventNames = { ...names, path: eventPathCheck(state, names.path) };

  const screens = new Map(
    presentEntries<ScreenDefinition>(tree, "screens").map(([id, screen]) => [
      id,
      compileScreen(id, screen, definition.ids, workshop),
    ]),
  );
  const calls = new Map(
    presentEntries<Omit<CallDefinition, "call">>(tree, "calls").map(([id, call]) => [
      id,
      compileCall(id, call, workshop),
    ]),
  );
  const adoptWhen = workshop.rule(definition.adopt?.when, "/flow/adopt/when");
  const unloadWhen = workshop.rule(definition.unload?.when, "/flow/unload/when");
  const parts: Structure["parts"] = {
    definition,
    screens,
    routes: routeIndex(screens.values(), definition.ids),
    sequences: new Map(presentEntries<readonly string[]>(tree, "sequences")),
    tables: new Map(
      presentEntries<TransitionTableDefinition>(tree, "tables").map(([id, table]) => [
        id,
        compileTable(id, table, workshop),
      ]),
    ),
    guards,
    values,
    calls,
    providers: new Map(
      presentEntries<ProviderDefinition>(tree, "providers").map(([id, provider]) => [
        id,
        compileProvider(id, provider, calls, workshop),
      ]),
    ),
    services: new Map(presentEntries<ServiceDefinition>(tree, "services")),
    roles: new Map(
      presentEntries<RoleDefinition>(tree, "roles").map(([id, role]) => [
        id,
        compileRole(id, role, screens, workshop),
      ]),
    ),
    events: compileEvents(asObject(tree["events"]), new RuleWorkshop(eventNames, reporter)),
    parameters: new Map(
      Object.entries(definition.parameters ?? {}).flatMap(([name, rule]) => {
        const made = workshop.rule(rule, `/flow/parameters/${name}`);
        return made === undefined ? [] : [[name, made] as const];
      }),
    ),
    entryParameters: new Map(
      Object.entries(definition.entryParameters ?? {}).map(
        ([name, parameter]: [string, EntryParameter]) => {
          const as = workshop.rule(parameter.as, `/flow/entryParameters/${name}/as`);
          const instead = (parameter.instead ?? []).flatMap((each, at) => {
            const when = workshop.rule(
              each.when,
              `/flow/entryParameters/${name}/instead/${at}/when`,
            );
            return when === undefined ? [] : [{ when, definition: each }];
          });
          return [
            name,
            { definition: parameter, instead, ...(as === undefined ? {} : { as }) },
          ] as const;
        },
      ),
    ),
    adopt:
      adoptWhen === undefined || definition.adopt === undefined
        ? undefined
        : { ...definition.adopt, when: adoptWhen },
    localesOffered: workshop.rule(definition.localesOffered, "/flow/localesOffered"),
    noticeMs: workshop.rule(definition.noticeMs, "/flow/noticeMs"),
    stateSchema: state,
    retention: (definition.retention?.applications ?? []).map(({ when, ...row }, index) => ({
      ...row,
      when: workshop.rule(when, `/flow/retention/applications/${index}/when`),
    })),
    handedIn: workshop.rule(definition.handedIn, "/flow/handedIn"),
    finished: workshop.rule(definition.finished, "/flow/finished"),
    unload:
      unloadWhen === undefined || definition.unload === undefined
        ? undefined
        : { when: unloadWhen, call: definition.unload.call },
    pii: piiPaths(state),
  };
  return { names, parts, settled: new Map(), problems: reporter.problems.slice(before) };
}
