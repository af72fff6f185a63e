import { axesOf } from "../language/axes.ts";
import { kindOfPath } from "./value-type.ts";
import type { CallDefinition, ServiceDefinition } from "../language/call.ts";
import type { EntryParameter, FlowDefinition, MailedLinkDefinition } from "../language/flow.ts";
import { asObject, isObject, type JsonObject } from "../language/json.ts";
import type { DefinitionProblem } from "../language/problem.ts";
import type { ProviderDefinition } from "../language/provider.ts";
import type { RoleDefinition } from "../language/roles.ts";
import type { SandboxDefinition } from "../language/sandbox.ts";
import type { ScreenDefinition } from "../language/screen.ts";
import type { TransitionTableDefinition } from "../language/transition.ts";
import type { Collection } from "../rules/collection.ts";
import type { RulePlace } from "../rules/fact-roots.ts";
import type { RuleNames } from "../rules/rule-names.ts";
import type { CompiledFormat } from "../validate/format.ts";
import type { IdentityCache } from "./identity-cache.ts";
import type { SharedAnswers } from "./answer-check.ts";
import { compileCall } from "./compile-call.ts";
import { compileEvents } from "./compile-events.ts";
import { namedRules } from "./compile-names.ts";
import { compileProvider } from "./compile-provider.ts";
import { compileRole } from "./compile-roles.ts";
import { compileSandbox } from "./compile-sandbox.ts";
import { compileScreen } from "./compile-screen.ts";
import { compileTable } from "./compile-table.ts";
import { compileTimers } from "./compile-timers.ts";
import type {
  CompiledVariant,
  DerivedNames,
  FormOfFlow,
  CompiledMailedLink,
} from "./compiled-variant.ts";
import { keptParameters } from "./kept-parameters.ts";
import { presentEntries } from "./present-entries.ts";
import type { Reporter } from "./reporter.ts";
import { routeIndex } from "./route-index.ts";
import { RuleCompiler } from "./rule-compiler.ts";
import { pathCheck, piiPaths } from "./state-schema.ts";
import { parseDuration } from "../rules/duration.ts";

/** The parts that variants share which differ only in the values of settings and flags. */
export interface Structure {
  /** Its problems. */
  readonly problems: readonly DefinitionProblem[];
  readonly names: RuleNames;
  readonly parts: Omit<
    CompiledVariant,
    | "variant"
    | "locales"
    | "currency"
    | "flags"
    | "config"
    | "theme"
    | "forms"
    | "parts"
    | "formats"
    | "page"
    | "copy"
  >;
  /** Formats and forms of these variants, by the resolved formats. */
  readonly settled: Map<string, SharedPart<ResolvedForms>>;
}

/** A part that variants share, with the problems found when it was made. */
export interface SharedPart<T> {
  readonly part: T;
  readonly problems: readonly DefinitionProblem[];
}

/** Formats, and forms with their formats resolved by the settings. */
export interface ResolvedForms {
  readonly definitions: JsonObject;
  readonly formats: ReadonlyMap<string, CompiledFormat>;
  readonly forms: Map<string, SharedPart<FormOfFlow>>;
  /** All forms of a variant by name: the same forms give the same map. */
  readonly sets: IdentityCache<ReadonlyMap<string, FormOfFlow>>;
}

/**
 * Compiles the parts that depend on no setting's value; problems go to the reporter of the first
 * variant with this structure.
 */
export function compileStructure(
  tree: JsonObject,
  collections: ReadonlyMap<string, Collection>,
  definition: FlowDefinition,
  reporter: Reporter,
): Structure {
  const before = reporter.problems.length;
  const state = asObject(tree["state"]);
  const readable = {
    state,
    flags: asObject(tree["flags"]),
    config: asObject(tree["config"]),
    ids: Object.keys(definition.ids),
    axes: definition,
  };
  const typed = {
    definition,
    stateSchema: state,
    flags: readable.flags,
    config: readable.config,
    screens: new Map(Object.entries(asObject(tree["screens"]))),
  };
  const named = namedRules(
    { guards: asObject(tree["guards"]), values: asObject(tree["values"]) },
    { path: pathCheck(readable), kindOfPath: (path) => kindOfPath(typed, path) },
    collections,
    reporter,
  );
  const names: RuleNames = { ...named, path: pathCheck(readable, "flow") };
  const flow = new RuleCompiler(names, reporter);
  const at = (place: RulePlace) =>
    new RuleCompiler({ ...named, path: pathCheck(readable, place) }, reporter);
  const compilers = { flow, at };
  const { guards, values } = named.all();

  // Which value a host belongs to is asked before anything else is known.
  const byHost = new RuleCompiler(
    { ...names, path: (path) => ({ known: path === "host", suggestion: "host" }) },
    reporter,
  );
  for (const [axis, { values = {} }] of axesOf(definition))
    for (const [id, { when }] of Object.entries(values))
      byHost.condition(when, `/flow/axes/${axis}/values/${id}/when`);

  const parts: Structure["parts"] = {
    definition,
    ...compileParts(tree, definition, compilers),
    ...compileFlowRules(definition, compilers),
    derived: tree["derived"] as unknown as DerivedNames,
    keptParameters: keptParameters(tree, definition),
    guards,
    values,
    stateSchema: state,
    pii: piiPaths(state),
  };
  return { names, parts, settled: new Map(), problems: reporter.problems.slice(before) };
}

/** Compilers for the rules of the flow itself, and of other places. */
interface RuleCompilers {
  readonly flow: RuleCompiler;
  at(place: RulePlace): RuleCompiler;
}

/** The schemas that the answers of a call may have beside its own. */
function answersOf({ service }: Pick<CallDefinition, "service">, tree: JsonObject): SharedAnswers {
  const { refusal = null } = asObject(asObject(tree["services"])[service ?? ""]);
  return { named: asObject(tree["answers"]), refusal: isObject(refusal) ? refusal : undefined };
}

/** The parts that have a folder or a file of their own: screens, tables, calls and the like. */
function compileParts(tree: JsonObject, { ids }: FlowDefinition, { flow, at }: RuleCompilers) {
  const places = { steps: at("provider"), webhook: at("webhook"), tables: flow };
  const sandboxRules = at("sandbox");
  const screens = new Map(
    presentEntries<ScreenDefinition>(tree, "screens").map(([id, screen]) => [
      id,
      compileScreen(id, screen, ids, flow),
    ]),
  );
  const calls = new Map(
    presentEntries<Omit<CallDefinition, "call">>(tree, "calls").map(([id, call]) => [
      id,
      compileCall(id, call, answersOf(call, tree), flow),
    ]),
  );
  return {
    screens,
    routes: routeIndex(screens.values(), ids),
    sequences: new Map(presentEntries<readonly string[]>(tree, "sequences")),
    tables: new Map(
      presentEntries<TransitionTableDefinition>(tree, "tables").map(([id, table]) => [
        id,
        compileTable(id, table, flow),
      ]),
    ),
    calls,
    providers: new Map(
      presentEntries<ProviderDefinition>(tree, "providers").map(([id, provider]) => [
        id,
        compileProvider(id, provider, calls, places),
      ]),
    ),
    services: new Map(presentEntries<ServiceDefinition>(tree, "services")),
    sandboxes: new Map(
      presentEntries<SandboxDefinition>(tree, "sandboxes").map(([id, sandbox]) => [
        id,
        compileSandbox(id, sandbox, sandboxRules),
      ]),
    ),
    roles: new Map(
      presentEntries<RoleDefinition>(tree, "roles").map(([id, role]) => [
        id,
        compileRole(id, role, screens, flow),
      ]),
    ),
    events: compileEvents(asObject(tree["events"]), at("event")),
  };
}

/** The rules of flow.yaml. */
function compileFlowRules(definition: FlowDefinition, { flow, at }: RuleCompilers) {
  const adoptWhen = flow.condition(definition.adopt?.when, "/flow/adopt/when");
  const unloadWhen = flow.condition(definition.unload?.when, "/flow/unload/when");
  return {
    parameters: new Map(
      Object.entries(definition.parameters ?? {}).flatMap(([name, rule]) => {
        const made = flow.rule(rule, `/flow/parameters/${name}`);
        return made === undefined ? [] : [[name, made] as const];
      }),
    ),
    entryParameters: compileEntry(definition.entryParameters ?? {}, at("entry")),
    adopt:
      adoptWhen === undefined || definition.adopt === undefined
        ? undefined
        : { ...definition.adopt, when: adoptWhen },
    localesOffered: flow.condition(definition.localesOffered, "/flow/localesOffered"),
    noticeMs: flow.rule(definition.noticeMs, "/flow/noticeMs", ["number"]),
    retention: (definition.retention?.applications ?? []).map(({ when, ...row }, index) => ({
      ...row,
      when: flow.condition(when, `/flow/retention/applications/${index}/when`),
    })),
    handedIn: flow.condition(definition.handedIn, "/flow/handedIn"),
    finished: flow.condition(definition.finished, "/flow/finished"),
    sections: compileSections(definition.phases ?? [], flow),
    unload:
      unloadWhen === undefined || definition.unload === undefined
        ? undefined
        : { when: unloadWhen, call: definition.unload.call },
    timers: compileTimers(definition, flow),
    mailedLinks: compileMailedLinks(definition.mailedLinks ?? {}, flow),
  };
}

function compileEntry(
  parameters: NonNullable<FlowDefinition["entryParameters"]>,
  compiler: RuleCompiler,
): Structure["parts"]["entryParameters"] {
  return new Map(
    Object.entries(parameters).map(([name, parameter]: [string, EntryParameter]) => {
      const at = `/flow/entryParameters/${name}`;
      const as = compiler.rule(parameter.as, `${at}/as`);
      const instead = (parameter.instead ?? []).flatMap((each, index) => {
        const when = compiler.condition(each.when, `${at}/instead/${index}/when`);
        return when === undefined ? [] : [{ when, definition: each }];
      });
      return [name, { definition: parameter, instead, as }] as const;
    }),
  );
}

function compileSections(
  phases: NonNullable<FlowDefinition["phases"]>,
  compiler: RuleCompiler,
): Structure["parts"]["sections"] {
  return phases.flatMap(({ section, when, done, ...phase }, index) =>
    section === undefined
      ? []
      : [
          {
            ...phase,
            section,
            when: compiler.condition(when, `/flow/phases/${index}/when`),
            done: compiler.condition(done, `/flow/phases/${index}/done`),
          },
        ],
  );
}

/** Compiles the mailed links of a flow, by id. */
function compileMailedLinks(
  links: Readonly<Record<string, MailedLinkDefinition>>,
  compiler: RuleCompiler,
): ReadonlyMap<string, CompiledMailedLink> {
  return new Map(
    Object.entries(links).map(([id, definition]) => {
      const at = `/flow/mailedLinks/${id}`;
      const link: CompiledMailedLink = {
        id,
        definition,
        lifetimeMs: parseDuration(definition.lifetime) ?? 0,
        about: compiler.rule(definition.about, `${at}/about`),
        with: compiler.template(definition.with, `${at}/with`),
      };
      return [id, link] as const;
    }),
  );
}
