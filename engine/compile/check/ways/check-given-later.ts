import { savedPlaces } from "../../saved-fields.ts";
import { asObject, isObject, type Json } from "../../../language/json.ts";
import { overlaps, replaceIds } from "../../../rules/state-path.ts";
import type { CompiledAction, CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CheckContext } from "../run/check-context.ts";
import { PlacesWritten } from "../screens/places-written.ts";
import { neededPlaces } from "./needed-places.ts";
import { outsideWrites } from "./outside-writes.ts";
import { placedActions, rowsAfter } from "../screens/screen-links.ts";

/** Operators below which a missing value is meant. */
const CONDITIONAL: ReadonlySet<string> = new Set(["optional", "default", "if", "or"]);

/**
 * Reports screens of a sequence that need what only a later screen of it gives: a call that sends
 * it, a field that is asked by it, and a rule of the screen that cannot hold without it.
 */
export function checkGivenLater({ flow, reporter }: CheckContext): void {
  const elsewhere = writtenElsewhere(flow);
  const parts = Object.keys(asObject(flow.stateSchema["properties"]));
  for (const [sequence, names] of flow.sequences) {
    const screens = names.flatMap((id) => flow.screens.get(id) ?? []);
    const given = [...elsewhere, ...givenIn(flow, otherScreens(flow, sequence))];
    for (const [at, screen] of screens.entries()) {
      given.push(...asked(flow, screen));
      /** The later screen that alone gives one of some places; undefined where none is missing. */
      const missing = (places: readonly string[]) => {
        for (const place of places) {
          const isState = parts.includes(place.split(".")[0] ?? "");
          if (!isState || given.some((each) => overlaps(each, place))) continue;
          const later = screens.slice(at + 1).find((each) => gives(flow, each, place));
          if (later !== undefined) return { place, later: later.id };
        }
        return undefined;
      };
      const open = placedActions(screen).map(({ action, at: pointer }) => ({ action, pointer }));
      // What one action gives, such as a code that is sent again, another one may need.
      for (let before = -1; before !== open.length;) {
        before = open.length;
        for (const each of [...open])
          if (callsAfter(flow, each.action).every((id) => missing(sent(flow, id)) === undefined)) {
            given.push(...writtenBy(flow, each.action));
            open.splice(open.indexOf(each), 1);
          }
      }
      const lacking = open.flatMap(({ action, pointer }) =>
        callsAfter(flow, action).flatMap((call) => {
          const found = missing(sent(flow, call));
          return found === undefined ? [] : [{ call, pointer, ...found }];
        }),
      );
      for (const { call, pointer, place, later } of lacking.slice(0, 1))
        reporter.at(pointer, {
          code: "FLOW-ORDER-LATER",
          message: `The call "${call}" of the screen "${screen.id}" sends "${place}", which only the screen "${later}" gives, later in the sequence "${sequence}"`,
          about: [screen.id, call],
          suggestion: `"${later}" before "${screen.id}", or { optional: … } where it may be missing`,
        });
      // A call that comes too early explains the rules that wait for it.
      if (lacking.length === 0) warnOfRules({ flow, reporter }, { screen, sequence, missing });
    }
  }
}

/** A place that only a later screen gives, and that screen. */
type Missing = (places: readonly string[]) => { place: string; later: string } | undefined;

/** Warns of fields, and of rules of the screen itself, that wait for a later screen. */
function warnOfRules(
  { flow, reporter }: Pick<CheckContext, "flow" | "reporter">,
  {
    screen,
    sequence,
    missing,
  }: { readonly screen: CompiledScreen; readonly sequence: string; readonly missing: Missing },
): void {
  for (const [field, rule] of rulesOfFields(flow, screen)) {
    const unknown = missing(hardReads(flow, rule));
    if (unknown !== undefined)
      reporter.at(`/forms/${screen.definition.form ?? ""}/properties/${field}/x-when`, {
        code: "FLOW-ORDER-LATER",
        severity: "warning",
        message: `"x-when" of the field "${field}" reads "${unknown.place}", which only the screen "${unknown.later}" gives, later in the sequence "${sequence}" than "${screen.id}": it is not there yet`,
        about: [screen.id, field],
        suggestion: `"${unknown.later}" before "${screen.id}", or the field on a later screen`,
      });
  }
  for (const word of ownRules(flow, screen)) {
    const rule = screen.definition[word] as Json | undefined;
    const unknown = missing(neededPlaces(flow, rule).map(plainPlace));
    if (unknown !== undefined)
      reporter.at(`/screens/${screen.id}/${word}`, {
        code: "FLOW-ORDER-LATER",
        severity: "warning",
        message: `"${word}" of the screen "${screen.id}" needs "${unknown.place}", which only the screen "${unknown.later}" gives, later in the sequence "${sequence}": it does not hold when its turn comes`,
        about: [screen.id],
        suggestion: `"${unknown.later}" before "${screen.id}", or a rule over earlier answers`,
      });
  }
}

/** The rules of a screen in a sequence that its author has written. */
function ownRules({ derived }: CompiledVariant, { id }: CompiledScreen) {
  return (["skip", "allow", "done"] as const).filter(
    (word) => word === "skip" || !Object.hasOwn(derived[word], id),
  );
}

/** The screens of all sequences but one. */
function otherScreens(flow: CompiledVariant, sequence: string): readonly CompiledScreen[] {
  const own = new Set(flow.sequences.get(sequence));
  return [...flow.sequences.values()]
    .flat()
    .flatMap((id) => (own.has(id) ? [] : (flow.screens.get(id) ?? [])));
}

/** The places that some screens give. */
function givenIn(flow: CompiledVariant, screens: readonly CompiledScreen[]): readonly string[] {
  return screens.flatMap((screen) => [
    ...asked(flow, screen),
    ...placedActions(screen).flatMap(({ action }) => writtenBy(flow, action)),
  ]);
}

/** The places of the state that something other than the screens of sequences may write. */
function writtenElsewhere(flow: CompiledVariant): readonly string[] {
  const places = new PlacesWritten(flow);
  const { adopt } = flow.definition;
  places.addCall(adopt?.call);
  places.addTable(adopt?.then);
  places.addTable(flow.definition.answered);
  for (const { definition } of flow.timers.values()) places.addTable(definition.then);
  const inSequence = new Set([...flow.sequences.values()].flat());
  const found = [...outsideWrites(flow), ...textsIn(flow.definition.entryParameters ?? {})];
  for (const screen of flow.screens.values())
    if (!inSequence.has(screen.id)) {
      found.push(...asked(flow, screen));
      places.addActions(screen);
    }
  return [...found, ...places.paths].map(plainPlace);
}

/** The places of the answers that a screen asks for. */
function asked(flow: CompiledVariant, screen: CompiledScreen): readonly string[] {
  return [...savedPlaces(flow, screen), ...textsIn(screen.list?.definition.of)].map(plainPlace);
}

function gives(flow: CompiledVariant, screen: CompiledScreen, place: string): boolean {
  return givenIn(flow, [screen]).some((each) => overlaps(each, place));
}

function writtenBy(flow: CompiledVariant, action: CompiledAction): readonly string[] {
  const places = new PlacesWritten(flow);
  places.addAction(action);
  return [...places.paths].map(plainPlace);
}

/** The calls that an action makes, itself and in the rows of the table that it asks. */
function callsAfter(flow: CompiledVariant, { calls, definition }: CompiledAction) {
  const rows = rowsAfter(flow, definition.then);
  return [...calls, ...rows.flatMap((row) => row.definition.call ?? [])];
}

/** The places that a call cannot be made without, or sends as they are. */
function sent(flow: CompiledVariant, id: string): readonly string[] {
  const { params, body } = flow.calls.get(id)?.definition ?? {};
  return [params, body].flatMap((part) => hardReads(flow, (part ?? null) as Json));
}

function rulesOfFields(flow: CompiledVariant, { definition }: CompiledScreen) {
  const form = flow.forms.get(definition.form ?? "");
  return Object.entries(form?.compiled.fields ?? {}).flatMap(([name, field]) =>
    field["x-when"] === undefined ? [] : [[name, field["x-when"] as Json] as const],
  );
}

/** The places that a rule or a template reads, but for those that may be missing there. */
function hardReads(
  flow: CompiledVariant,
  value: Json,
  within: ReadonlySet<string> = new Set(),
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: Json) => hardReads(flow, each, within));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (CONDITIONAL.has(key)) return [];
    const [name] = [part].flat() as readonly Json[];
    if (key === "var" && typeof name === "string") return [plainPlace(name)];
    const named = key === "value" ? flow.values : key === "guard" ? flow.guards : undefined;
    const rule = named?.get(String(name))?.rule as Json | undefined;
    if (rule === undefined) return hardReads(flow, part, within);
    if (within.has(String(name))) return [];
    return hardReads(flow, rule, new Set([...within, String(name)]));
  });
}

/** A place without the ids of entries, as far as it is certain. */
function plainPlace(path: string): string {
  return (replaceIds(path, "0").split(/[[{]/)[0] ?? path).replace(/\.$/, "");
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
