import type { CompiledVariant } from "../../compiled-variant.ts";
import { allActions } from "../../compiled-screen.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";
import { asList, asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { memoize } from "../../../language/memoize.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import { parseDuration } from "../../../rules/duration.ts";
import { closest } from "../../../source/closest.ts";
import { childPointer, unescapeSegment } from "../../../source/json-pointer.ts";
import { UNLOAD_ACTION } from "../../../language/page-actions.ts";

/** Names that the steps of a flow's fixtures may use, over all its variants. */
interface StepNames {
  /** Actions by screen, those of a list's entries included. */
  readonly actions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Fields by screen. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly timers: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  readonly locales: readonly string[];
  readonly states: readonly JsonObject[];
}

/** A name that a step uses, and its place. */
interface NamedIn {
  readonly index: number;
  readonly step: JsonObject;
  /** The screen that the step acts on; undefined where the fixture does not say it. */
  readonly screen: string | undefined;
}

/** Reports a mistake of a fixture at a place. */
type Tell = (pointer: string, message: string, suggestion?: string) => void;

/**
 * Reports what the steps of a fixture name and the flow does not have. Timers, links, languages and
 * waits that are no time are errors. Actions, fields and places of the state are warnings: an
 * author who renames a field sees the page first, and the replay fails until the fixtures follow.
 */
export function checkFixtureSteps(
  file: DefinitionFile,
  variants: readonly CompiledVariant[],
): readonly DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const names = namesOf(variants);
  const tellAs =
    (severity: DefinitionProblem["severity"]): Tell =>
    (pointer, message, suggestion) => {
      problems.push({
        code: "FLOW-FIXTURE-NAME",
        severity,
        message,
        file: file.document.path,
        ...file.document.locate(pointer),
        suggestion,
      });
    };
  const [warn, refuse] = [tellAs("warning"), tellAs("error")];
  let shown: string | undefined;
  for (const [index, each] of asList(contentOf(file)["steps"]).entries()) {
    const step = asObject(each);
    const named = { index, step, screen: actsWhere(step, shown) };
    checkAction(named, names, warn);
    checkFields(named, names, warn);
    checkTimes(named, names, refuse);
    checkSeen(named, names, warn);
    const see = asObject(step["see"]);
    shown =
      typeof see["screen"] === "string" && see["leave"] === undefined ? see["screen"] : undefined;
  }
  return problems;
}

/** The screen of an action: the one that the step before it sees, where nothing comes between. */
function actsWhere(step: JsonObject, shown: string | undefined): string | undefined {
  const isElsewhere = ["open", "follow", "wait", "hear", "actor", "access", "signedIn"].some(
    (member) => step[member] !== undefined,
  );
  const because = asObject(step["see"])["because"];
  const isMeant = typeof because === "string" && because.startsWith("refused");
  return isElsewhere || isMeant ? undefined : shown;
}

function checkAction({ index, step, screen }: NamedIn, { actions }: StepNames, tell: Tell): void {
  const { act: action, see } = step;
  if (typeof action !== "string" || action === UNLOAD_ACTION) return;
  if (asObject(see)["because"] === "refused:unknown-action") return;
  tellUnknown({ pointer: `/steps/${index}/act`, kind: "action", name: action }, tell, {
    screen,
    byScreen: actions,
  });
}

function checkFields({ index, step, screen }: NamedIn, { fields }: StepNames, tell: Tell): void {
  const errors = asObject(asObject(step["see"])["errors"]);
  const where = { screen, byScreen: fields };
  for (const name of Object.keys(asObject(step["data"]))) {
    // The step says that the form has no such field.
    if (Object.hasOwn(errors, childPointer("", name))) continue;
    const pointer = childPointer(`/steps/${index}/data`, name);
    tellUnknown({ pointer, kind: "field", name }, tell, where);
  }
  for (const [path, code] of Object.entries(errors)) {
    const name = unescapeSegment(path.split("/")[1] ?? "");
    if (name === "" || code === "validation.unknownField") continue;
    const pointer = childPointer(`/steps/${index}/see/errors`, path);
    tellUnknown({ pointer, kind: "field", name }, tell, { ...where, screen: undefined });
  }
}

/** Tells of an action or field that its screen, or else every screen of the flow, lacks. */
function tellUnknown(
  {
    pointer,
    kind,
    name,
  }: { readonly pointer: string; readonly kind: "action" | "field"; readonly name: string },
  tell: Tell,
  {
    screen,
    byScreen,
  }: {
    readonly screen: string | undefined;
    readonly byScreen: ReadonlyMap<string, ReadonlySet<string>>;
  },
): void {
  const own = screen === undefined ? undefined : byScreen.get(screen);
  const known = own ?? new Set([...byScreen.values()].flatMap((each) => [...each]));
  if (known.has(name)) return;
  const where = own === undefined ? "No screen of the flow" : `The screen "${screen}"`;
  const has = own === undefined ? `has the ${kind}` : `has no ${kind}`;
  tell(pointer, `${where} ${has} "${name}"`, closest(name, known));
}

function checkTimes(
  { index, step }: NamedIn,
  { timers, links, roles, locales }: StepNames,
  tell: Tell,
): void {
  const { wait, follow, locale, see } = step;
  if (typeof wait === "string" && parseDuration(wait) === undefined)
    tell(`/steps/${index}/wait`, `"${wait}" is not a time; such as \`90 seconds\``);
  const check = (what: string, name: Json | undefined, known: Iterable<string>, at: string) => {
    const all = [...known];
    if (typeof name === "string" && !all.includes(name))
      tell(`/steps/${index}/${at}`, `The flow has no ${what} "${name}"`, closest(name, all));
  };
  check("locale", locale, locales, "locale");
  for (const [at, timer] of asList(asObject(see)["timers"]).entries())
    check("timer", timer, timers, `see/timers/${at}`);
  if (typeof follow === "string" && roles.has(follow) && !links.has(follow))
    tell(
      `/steps/${index}/follow`,
      `"${follow}" is a role, and no mailed link: a step of that person opens its page with \`actor: { role: ${follow} }\``,
    );
  else check("mailed link", follow, links, "follow");
}

function checkSeen({ index, step }: NamedIn, { states }: StepNames, tell: Tell): void {
  for (const path of Object.keys(asObject(asObject(step["see"])["state"]))) {
    const found = states.map((schema) => unknownPlace(schema, path));
    const [unknown] = found;
    if (unknown === undefined || found.includes(undefined)) continue;
    const { before, segment, known } = unknown;
    const near = closest(segment, known);
    tell(
      childPointer(`/steps/${index}/see/state`, path),
      `The state has no place "${path}"`,
      near === undefined ? undefined : [...before, near].join("."),
    );
  }
}

/** The first segment of a path that a state schema does not declare, and what it declares there. */
function unknownPlace(
  schema: JsonObject,
  path: string,
):
  | { readonly before: readonly string[]; readonly segment: string; readonly known: string[] }
  | undefined {
  let at = schema;
  const segments = path.split(".");
  for (const [index, segment] of segments.entries()) {
    const { properties, items } = at;
    if (isObject(items)) {
      at = items as JsonObject;
      continue;
    }
    // A place that declares no members takes any.
    if (!isObject(properties)) return undefined;
    const declared = properties as JsonObject;
    if (!Object.hasOwn(declared, segment))
      return { before: segments.slice(0, index), segment, known: Object.keys(declared) };
    at = asObject(declared[segment]);
  }
  return undefined;
}

const namesOf = memoize((variants: readonly CompiledVariant[]): StepNames => {
  const actions = new Map<string, Set<string>>();
  const fields = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, screen: string, names: Iterable<string>) => {
    const known = to.get(screen) ?? new Set();
    for (const name of names) known.add(name);
    to.set(screen, known);
  };
  for (const { screens, forms } of variants)
    for (const screen of screens.values()) {
      const names = allActions(screen).map(({ id }) => id);
      add(actions, screen.id, names);
      add(fields, screen.id, forms.get(screen.definition.form ?? "")?.declared ?? []);
    }
  return {
    actions,
    fields,
    timers: new Set(variants.flatMap(({ timers }) => [...timers.keys()])),
    links: new Set(variants.flatMap(({ mailedLinks }) => [...mailedLinks.keys()])),
    roles: new Set(variants.flatMap(({ roles }) => [...roles.keys()])),
    locales: variants[0]?.definition.locales ?? [],
    states: [...new Set(variants.map(({ stateSchema }) => stateSchema))],
  };
});
