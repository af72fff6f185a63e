import { checkConfig } from "../check/check-config.ts";
import type { Variant } from "../application/variant.ts";
import { copyBook, type CopyBook } from "../copy/copy-book.ts";
import type { CallDefinition, ServiceDefinition } from "../definition/call.ts";
import type { EntryParameter, FlowDefinition, MarketDefinition } from "../definition/flow.ts";
import type { FormSchema } from "../definition/form.ts";
import type { FormatDefinition } from "../definition/format.ts";
import type { Json, JsonObject } from "../definition/json.ts";
import type { DefinitionProblem } from "../definition/problem.ts";
import type { ProviderDefinition } from "../definition/provider.ts";
import type { RoleDefinition } from "../definition/roles.ts";
import type { ScreenDefinition } from "../definition/screen.ts";
import type { ThemeDefinition } from "../definition/theme.ts";
import type { TransitionTableDefinition } from "../definition/transition.ts";
import type { Collection } from "../rules/collection.ts";
import { compileForm } from "../validate/form.ts";
import { compileFormat, type CompiledFormat } from "../validate/format.ts";
import { checkPatterns } from "../check/check-patterns.ts";
import { checkEvents } from "./check-events.ts";
import { checkNames } from "./check-names.ts";
import { checkRoles } from "./check-roles.ts";
import { compileCall } from "./compile-call.ts";
import { compileEvents } from "./compile-events.ts";
import { compilePage } from "./compile-page.ts";
import { compileProvider } from "./compile-provider.ts";
import { namedRules } from "./compile-names.ts";
import { compileRole } from "./compile-roles.ts";
import { compileScreen } from "./compile-screen.ts";
import { compileSuggests } from "./compile-suggest.ts";
import { compileTable } from "./compile-table.ts";
import type { CompiledVariant, FormOfFlow } from "./compiled-variant.ts";
import { asObject, type DefinitionTree } from "./definition-tree.ts";
import { exactness, pathPattern } from "./path-pattern.ts";
import { Reporter } from "./reporter.ts";
import { RuleWorkshop } from "./rule-workshop.ts";
import { declaredFields, settleForm } from "./settle-form.ts";
import { eventPathCheck, pathCheck, piiPaths } from "./state-schema.ts";

/** Compiles the flow as one variant sees it. Mistakes are listed, never thrown; with errors among them the variant must not be used. */
export function compileVariant(
  { tree, origins }: DefinitionTree,
  collections: ReadonlyMap<string, Collection>,
  definition: FlowDefinition,
  variant: Variant,
  says: string,
): { readonly compiled: CompiledVariant; readonly problems: readonly DefinitionProblem[]; readonly reporter: Reporter } {
  const reporter = new Reporter(origins, says);
  const flags = asObject(tree["flags"]);
  const config = asObject(tree["config"]);
  const state = asObject(tree["state"]);
  const market: MarketDefinition = definition.variants.markets[variant.market] ?? {
    name: variant.market,
    currency: "",
    country: "",
    locales: [definition.variants.fallbackLocale],
  };

  checkConfig(asObject(tree["configSchema"]), config, reporter);

  const names = namedRules(
    { guards: asObject(tree["guards"]), values: asObject(tree["values"]) },
    pathCheck(state, flags, config, Object.keys(definition.ids)),
    collections,
    reporter,
  );
  const workshop = new RuleWorkshop(names, reporter);
  const { guards, values } = names.all();
  const eventNames = { ...names, path: eventPathCheck(state, names.path) };

  const screens = new Map(entries<ScreenDefinition>(tree, "screens").map(([id, screen]) => [id, compileScreen(id, screen, definition.ids, workshop)]));
  const routes = [...screens.values()]
    .flatMap((screen) => [{ pattern: screen.pattern, screen }, ...(screen.definition.aliases ?? []).map((alias) => ({ pattern: pathPattern(alias, definition.ids), screen }))])
    .toSorted((a, b) => exactness(b.pattern) - exactness(a.pattern));

  const constants = { flags, config, portal: variant.portal, market: variant.market, currency: market.currency, country: market.country, environment: variant.environment };
  const formats = compileFormats(tree, constants, workshop);
  const forms = compileForms(tree, formats, constants, workshop);
  const copies = new Map<string, CopyBook>();

  const calls = new Map(entries<Omit<CallDefinition, "call">>(tree, "calls").map(([id, call]) => [id, compileCall(id, call, workshop)]));
  const adoptWhen = workshop.rule(definition.adopt?.when, "/flow/adopt/when");
  const unloadWhen = workshop.rule(definition.unload?.when, "/flow/unload/when");
  const compiled: CompiledVariant = {
    variant,
    definition,
    market,
    flags,
    config,
    theme: asObject(tree["theme"]) as unknown as ThemeDefinition,
    screens,
    routes,
    sequences: new Map(entries<readonly string[]>(tree, "sequences")),
    tables: new Map(entries<TransitionTableDefinition>(tree, "tables").map(([id, table]) => [id, compileTable(id, table, workshop)])),
    guards,
    values,
    calls,
    providers: new Map(entries<ProviderDefinition>(tree, "providers").map(([id, provider]) => [id, compileProvider(id, provider, calls, workshop)])),
    services: new Map(entries<ServiceDefinition>(tree, "services")),
    roles: new Map(entries<RoleDefinition>(tree, "roles").map(([id, role]) => [id, compileRole(id, role, screens, workshop)])),
    forms,
    events: compileEvents(asObject(tree["events"]), new RuleWorkshop(eventNames, reporter)),
    formats: Object.fromEntries([...formats].map(([name, format]) => [name, format.definition as unknown as Json])),
    parameters: new Map(
      Object.entries(definition.parameters ?? {}).flatMap(([name, rule]) => {
        const made = workshop.rule(rule, `/flow/parameters/${name}`);
        return made === undefined ? [] : [[name, made] as const];
      }),
    ),
    entryParameters: new Map(
      Object.entries(definition.entryParameters ?? {}).map(([name, parameter]: [string, EntryParameter]) => {
        const as = workshop.rule(parameter.as, `/flow/entryParameters/${name}/as`);
        const instead = (parameter.instead ?? []).flatMap((each, at) => {
          const when = workshop.rule(each.when, `/flow/entryParameters/${name}/instead/${at}/when`);
          return when === undefined ? [] : [{ when, definition: each }];
        });
        return [name, { definition: parameter, instead, ...(as === undefined ? {} : { as }) }] as const;
      }),
    ),
    adopt: adoptWhen === undefined || definition.adopt === undefined ? undefined : { ...definition.adopt, when: adoptWhen },
    localesOffered: workshop.rule(definition.localesOffered, "/flow/localesOffered"),
    noticeMs: workshop.rule(definition.noticeMs, "/flow/noticeMs"),
    stateSchema: state,
    retention: (definition.retention?.applications ?? []).map(({ when, ...row }, index) => ({ ...row, when: workshop.rule(when, `/flow/retention/applications/${index}/when`) })),
    finished: workshop.rule(definition.finished, "/flow/finished"),
    unload: unloadWhen === undefined || definition.unload === undefined ? undefined : { when: unloadWhen, call: definition.unload.call },
    page: compilePage(definition, constants, workshop),
    pii: piiPaths(state),
    copy(locale) {
      const known = copies.get(locale);
      if (known !== undefined) return known;
      const copy = asObject(tree["copy"]);
      const chain = [...new Set([locale, definition.variants.fallbackLocale])].map((each) => ({ locale: each, copy: asObject(copy[each]) }));
      const book = copyBook(chain, market.currency);
      copies.set(locale, book);
      return book;
    },
  };
  checkNames(compiled, reporter);
  checkRoles(compiled, tree, reporter);
  checkPatterns(tree, reporter);
  checkEvents(compiled, names, reporter);
  return { compiled, problems: reporter.problems, reporter };
}

function compileFormats(tree: JsonObject, constants: JsonObject, workshop: RuleWorkshop): ReadonlyMap<string, CompiledFormat> {
  return new Map(
    entries<FormatDefinition>(tree, "formats").map(([name, definition]) => {
      // Parameters may be rules over the configuration: they are settled once, here.
      const settled = workshop.template(definition as unknown as Json, `/formats/${name}`)?.evaluate(constants);
      return [name, compileFormat((settled ?? definition) as unknown as FormatDefinition, (message) => workshop.reporter.at(`/formats/${name}`, { code: "FLOW-FORMAT", message }))];
    }),
  );
}

function compileForms(tree: JsonObject, formats: ReadonlyMap<string, CompiledFormat>, constants: JsonObject, workshop: RuleWorkshop): ReadonlyMap<string, FormOfFlow> {
  return new Map(
    entries<FormSchema>(tree, "forms").map(([name, declared]) => {
      const schema = settleForm(declared, (rule, pointer) => workshop.rule(rule, `/forms/${name}${pointer}`)?.test(constants) ?? true);
      const rules = (schema["x-rules"] ?? []).flatMap((rule, index) => {
        const when = workshop.rule(rule.when, `/forms/${name}/x-rules/${index}/when`);
        return when === undefined ? [] : [{ id: rule.id, when, field: rule.field, message: rule.message }];
      });
      const report = (pointer: string, message: string) => workshop.reporter.at(`/forms/${name}${pointer}`, { code: "FLOW-FORM", message });
      const compiled = compileForm(schema, formats, rules, report);
      const pii = piiPaths({ properties: compiled.fields as unknown as Json });
      const parameters = Object.entries(compiled.fields).flatMap(([field, { "x-with": given }]) =>
        given === undefined ? [] : [[field, workshop.templates(given, `/forms/${name}/properties/${field}/x-with`)] as const],
      );
      return [name, { schema, compiled, declared: declaredFields(declared), pii, suggests: compileSuggests(name, compiled.fields, workshop), with: new Map(parameters) }];
    }),
  );
}

function entries<T>(tree: JsonObject, part: string): [string, T][] {
  return Object.entries(asObject(tree[part])).filter(([, value]) => value !== null) as unknown as [string, T][];
}
