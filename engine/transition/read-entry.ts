import { sameJson } from "../language/same-json.ts";
import type { ApplicationEvent } from "./event.ts";
import { applyEvents } from "./apply-events.ts";
import { readPath } from "../rules/state-path.ts";
import type { ApplicationState } from "./state.ts";
import type { CompiledEntryParameter, CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json, JsonObject } from "../language/json.ts";
import { compileFormats } from "../validate/ajv-formats.ts";
import { isStorable } from "../validate/normalize-value.ts";
import type { CompiledFormat } from "../validate/format.ts";
import { reasonText } from "./reason.ts";
import { askedPlaces, type AskedPlace } from "./asked-places.ts";
import { buildFacts, layFacts, type Facts } from "./facts.ts";
import type { InputContext } from "./input.ts";
import type { StateChange } from "../rules/state-path.ts";

/** The entry parameters of a visit's address. */
export interface Entry {
  readonly changes: readonly StateChange[];
  readonly event: ApplicationEvent;
  /** State paths with an answer that differs from the address; the answer stays. */
  readonly differing: readonly string[];
  /** Query parameters that stay in the address. */
  readonly rest: Readonly<Record<string, string>>;
  stateOf(state: ApplicationState): ApplicationState;
}

/** Longest accepted parameter, in characters. */
const LIMIT = 500;

/**
 * Reads the entry parameters of an address: the changes to save, the places where the address
 * differs from an answer, and the query without them. Each passes its format and rule and lands at
 * its place in the state, or at the one that `instead` names for this visit. Spaces around a value
 * are trimmed. Disallowed, malformed and overlong values are dropped.
 *
 * Any site can link here, so an address changes no answer: a parameter fills empty places only, and
 * only until the application is handed in. An empty place of an answered form was left empty on
 * purpose, and stays so. A parameter with several members lands as a whole or not at all.
 * `replaces: true` in the flow lifts the first rule, not the second.
 *
 * @param state of the visit's application; `{}` where none has begun
 * @param draftPaths state paths of the applicant's drafts: they count as answered
 */
export function readEntry(
  flow: CompiledVariant,
  state: ApplicationState,
  {
    query,
    context,
    draftPaths = [],
  }: {
    readonly query: Readonly<Record<string, string>>;
    readonly context: InputContext;
    readonly draftPaths?: readonly string[];
  },
): Entry {
  const { arrived, rest } = arrivals(flow, query, context);
  const changes: StateChange[] = [];
  const differing = new Set<string>();
  if (arrived.length > 0) {
    const asked = new Map<string, AskedPlace>();
    for (const place of askedPlaces(flow, state, context))
      if (asked.get(place.path)?.answered !== true) asked.set(place.path, place);
    const isTaken = (path: string) =>
      asked.get(path)?.answered === true || draftPaths.includes(path);
    const handedIn = flow.handedIn?.test(buildFacts(flow, state, context)) === true;
    for (const { parameter, brought } of arrived) {
      const kept = brought.filter(({ path, value }) => {
        const stands = readPath(state, path);
        return isEmpty(stands) ? isTaken(path) : !sameJson(stands, value);
      });
      const open = kept.length === 0 || parameter.definition.replaces === true;
      if (open && !handedIn)
        changes.push(
          ...brought.filter(({ path, value }) => !sameJson(readPath(state, path), value)),
        );
      else for (const { path } of kept) if (asked.has(path)) differing.add(path);
    }
  }
  const event: ApplicationEvent = {
    type: "opened",
    at: context.now,
    because: reasonText({ kind: "entry" }),
    changes,
  };
  return {
    changes,
    event,
    differing: [...differing],
    rest,
    stateOf: (before) => applyEvents([event], before),
  };
}

/** The values of one parameter, by state path. */
interface Arrived {
  readonly parameter: CompiledEntryParameter;
  readonly brought: readonly StateChange[];
}

/**
 * The allowed and well-formed parameters, and those that stay in the address: rules, rows or axes
 * read them, or the flow declares them without a place.
 */
function arrivals(
  flow: CompiledVariant,
  query: Readonly<Record<string, string>>,
  context: InputContext,
): { readonly arrived: readonly Arrived[]; readonly rest: Readonly<Record<string, string>> } {
  if (Object.keys(query).length === 0) return { arrived: [], rest: {} };
  const facts = layFacts(buildFacts(flow, {}, context), { query: { ...query } });
  const formats = compileFormats(flow.formats);
  const arrived: Arrived[] = [];
  const rest: Record<string, string> = {};
  for (const [name, given] of Object.entries(query)) {
    const parameter = flow.entryParameters.get(name);
    if (parameter?.definition.into === undefined) {
      const stays = flow.keptParameters === "all" || flow.keptParameters.has(name);
      if (stays || parameter !== undefined) rest[name] = given;
      continue;
    }
    const { environments } = parameter.definition;
    if (environments?.every((each) => each !== flow.variant.environment)) continue;
    const brought = broughtBy(parameter, given.trim(), { facts, formats });
    if (brought.length > 0) arrived.push({ parameter, brought });
  }
  return { arrived, rest };
}

/** The values of a parameter's text; empty when it is dropped. */
function broughtBy(
  parameter: CompiledEntryParameter,
  text: string,
  {
    facts,
    formats,
  }: { readonly facts: Facts; readonly formats: ReadonlyMap<string, CompiledFormat> },
): StateChange[] {
  const { format, into } =
    parameter.instead.find(({ when }) => when.test(facts))?.definition ?? parameter.definition;
  if (into === undefined || text === "" || text.length > LIMIT || !isStorable(text)) return [];
  const compiled = format === undefined ? undefined : formats.get(format);
  const normal = compiled?.normalise(text) ?? text;
  if (compiled?.validate(normal, { today: String(facts["today"] ?? "") }) !== undefined) return [];
  const stored = compiled?.store(normal) ?? normal;
  const value =
    parameter.as === undefined
      ? stored
      : parameter.as.evaluate(layFacts(facts, { parameter: stored }));
  return landing(into, value);
}

/**
 * The changes of a value, one for each member of an object: another parameter may set members at
 * the same place.
 */
function landing(path: string, value: Json | undefined): StateChange[] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "object" || Array.isArray(value)) return [{ path, value }];
  return Object.entries(value as JsonObject).flatMap(([name, member]) =>
    landing(`${path}.${name}`, member),
  );
}

/**
 * Whether a place is empty: absent, or a list or an object without members. An empty checkbox is an
 * answer.
 */
function isEmpty(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}
