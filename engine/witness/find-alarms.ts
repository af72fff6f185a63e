import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import { explore, type Explored, type Place } from "./explore.ts";
import { examplesFor } from "./examples.ts";
import { distinctVariants, givenOf } from "./explored-variants.ts";
import { fixtureOf } from "./write-fixture.ts";

const UNSEEN = "no journey shows it";

/** A fault that a journey shows. */
export interface Alarm {
  readonly message: string;
  /** A journey to it, with what it shows today. */
  readonly fixture: FixtureDefinition;
}

/** The result of a search for faults. */
export interface Alarms {
  readonly alarms: readonly Alarm[];
  /** Screens of which the search decided nothing, and the reason. */
  readonly undecided: readonly { readonly screen: string; readonly why: string }[];
  /** Steps that were tried. */
  readonly tries: number;
}

/**
 * Searches a flow for journeys into a fault: a row whose screen refuses, calls without an end, a
 * state from which no generated answer leads to an end of the flow.
 *
 * @param most steps to try, over all variants
 */
export function findAlarms(flow: CompiledFlow, most: number): Alarms {
  const variants = distinctVariants(flow);
  const alarms = new Map<string, Alarm>();
  const undecided = new Map<string, string>();
  const decided = new Set<string>();
  let tries = 0;
  for (const [at, { variant, compiled }] of variants.entries()) {
    const given = givenOf(flow, variant);
    const share = Math.ceil((most - tries) / (variants.length - at));
    const examples = examplesFor(flow, compiled, flow.fixtures);
    const found = explore(compiled, { given, most: share, examples });
    tries += found.tries;
    for (const { message, place } of [...faultsOf(found), ...stuckPlaces(compiled, found)]) {
      if (alarms.has(message)) continue;
      const fixture = `alarm-${alarms.size + 1}`;
      const head = { fixture, description: message };
      alarms.set(message, { message, fixture: fixtureOf(flow, place, head) });
    }
    for (const [screen, why] of openScreens(compiled, found))
      if (why === undefined) decided.add(screen);
      // A variant that shows the screen says more than one that does not.
      else if (!undecided.has(screen) || !isUnseen(why)) undecided.set(screen, why);
  }
  return {
    alarms: [...alarms.values()],
    undecided: [...undecided]
      .filter(([screen]) => !decided.has(screen))
      .map(([screen, why]) => ({ screen, why })),
    tries,
  };
}

interface Fault {
  readonly message: string;
  readonly place: Place;
}

function faultsOf({ faults }: Explored): readonly Fault[] {
  return faults.flatMap((place) =>
    place.deviations.map((deviation) => ({ message: sentence(deviation), place })),
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * The first place on each screen from which no step that was tried leads to an end, where the place
 * before it still has one.
 */
function stuckPlaces(flow: CompiledVariant, found: Explored): readonly Fault[] {
  const ends = endingKeys(flow, found);
  // A flow may have no end at all.
  if (!hasEnd(flow)) return [];
  const into = new Map<string, string[]>();
  for (const { from, to } of found.passages) into.set(to, [...(into.get(to) ?? []), from]);
  // Of places whose steps were not tried anything may follow.
  const open = [...found.places.keys()].filter((key) => !found.expanded.has(key));
  const leading = new Set([...ends, ...open]);
  for (const key of leading) for (const from of into.get(key) ?? []) leading.add(from);
  const stuck = [...found.places.values()].filter(({ key }) => !leading.has(key));
  const first = new Map<string, Place>();
  for (const place of stuck.toSorted((a, b) => a.depth - b.depth)) {
    const screen = screenOf(place);
    const isFirst = place.before === undefined || leading.has(place.before.key);
    if (screen === undefined || first.has(screen) || isTurnedAway(flow, place, screen)) continue;
    if (isFirst) first.set(screen, place);
  }
  return [...first].map(([screen, place]) => ({
    message: `No generated answer leads from the screen "${screen}" to an end of the flow in this state`,
    place,
  }));
}

/** Whether the link of a person in a role leads nowhere: they see a screen of the applicant's. */
function isTurnedAway(flow: CompiledVariant, { step: { actor } }: Place, screen: string): boolean {
  return actor !== undefined && flow.roles.get(actor.role)?.screens.has(screen) !== true;
}

function hasEnd(flow: CompiledVariant): boolean {
  return (
    flow.finished !== undefined ||
    [...flow.screens.values()].some(({ definition: { kind } }) => kind === "outcome")
  );
}

/** Places that end the flow, or from which it is left. */
function endingKeys(flow: CompiledVariant, { places, passages }: Explored): ReadonlySet<string> {
  const ends = [...places.values()].filter((place) => {
    const screen = screenOf(place);
    return (
      flow.finished?.test(place.page.facts) === true ||
      flow.screens.get(screen ?? "")?.definition.kind === "outcome"
    );
  });
  return new Set([
    ...ends.map(({ key }) => key),
    ...passages.filter(({ left }) => left).map(({ from }) => from),
  ]);
}

/** Each screen, with the reason why nothing was decided about it. */
function openScreens(
  flow: CompiledVariant,
  { places, expanded, bounded }: Explored,
): ReadonlyMap<string, string | undefined> {
  const whys = new Map<string, string | undefined>();
  const bound = bounded ? "; the search reached its bound" : "";
  for (const screen of flow.screens.keys()) whys.set(screen, `${UNSEEN}${bound}`);
  for (const place of places.values()) {
    const screen = screenOf(place) ?? "";
    const isOpen = !expanded.has(place.key);
    if (isUnseen(whys.get(screen))) whys.set(screen, undefined);
    if (isOpen) whys.set(screen, `its steps were not all tried${bound}`);
  }
  return whys;
}

function isUnseen(why: string | undefined): boolean {
  return why?.startsWith(UNSEEN) === true;
}

function screenOf({ page: { resolution } }: Place): string | undefined {
  return resolution.kind === "screen" ? resolution.screen : undefined;
}
