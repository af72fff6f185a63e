import type { CompiledFlow } from "../compile/compiled-flow.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import { explore, type Explored, type SearchNode } from "./explore.ts";
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
    for (const { message, node } of [...faultsOf(found), ...stuckNodes(compiled, found)]) {
      if (alarms.has(message)) continue;
      const fixture = `alarm-${alarms.size + 1}`;
      const head = { fixture, description: message };
      alarms.set(message, { message, fixture: fixtureOf(flow, node, head) });
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
  readonly node: SearchNode;
}

function faultsOf({ faults }: Explored): readonly Fault[] {
  return faults.flatMap((node) =>
    node.deviations.map((deviation) => ({ message: sentence(deviation), node })),
  );
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * The first node on each screen from which no step that was tried leads to an end, where the node
 * before it still has one.
 */
function stuckNodes(flow: CompiledVariant, found: Explored): readonly Fault[] {
  const ends = endingKeys(flow, found);
  // A flow may have no end at all.
  if (!hasEnd(flow)) return [];
  const into = new Map<string, string[]>();
  for (const { from, to } of found.edges) into.set(to, [...(into.get(to) ?? []), from]);
  // Of nodes whose steps were not tried anything may follow.
  const open = [...found.nodes.keys()].filter((key) => !found.expanded.has(key));
  const leading = new Set([...ends, ...open]);
  for (const key of leading) for (const from of into.get(key) ?? []) leading.add(from);
  const stuck = [...found.nodes.values()].filter(({ key }) => !leading.has(key));
  const first = new Map<string, SearchNode>();
  for (const node of stuck.toSorted((a, b) => a.depth - b.depth)) {
    const screen = screenOf(node);
    const isFirst = node.before === undefined || leading.has(node.before.key);
    if (screen === undefined || first.has(screen) || isTurnedAway(flow, node, screen)) continue;
    if (isFirst) first.set(screen, node);
  }
  return [...first].map(([screen, node]) => ({
    message: `No generated answer leads from the screen "${screen}" to an end of the flow in this state`,
    node,
  }));
}

/** Whether the link of a person in a role leads nowhere: they see a screen of the applicant's. */
function isTurnedAway(
  flow: CompiledVariant,
  { step: { actor } }: SearchNode,
  screen: string,
): boolean {
  return actor !== undefined && flow.roles.get(actor.role)?.screens.has(screen) !== true;
}

function hasEnd(flow: CompiledVariant): boolean {
  return (
    flow.finished !== undefined ||
    [...flow.screens.values()].some(({ definition: { kind } }) => kind === "outcome")
  );
}

/** Places that end the flow, or from which it is left. */
function endingKeys(flow: CompiledVariant, { nodes, edges }: Explored): ReadonlySet<string> {
  const ends = [...nodes.values()].filter((node) => {
    const screen = screenOf(node);
    return (
      flow.finished?.test(node.page.facts) === true ||
      flow.screens.get(screen ?? "")?.definition.kind === "outcome"
    );
  });
  return new Set([
    ...ends.map(({ key }) => key),
    ...edges.filter(({ left }) => left).map(({ from }) => from),
  ]);
}

/** Each screen, with the reason why nothing was decided about it. */
function openScreens(
  flow: CompiledVariant,
  { nodes, expanded, bounded }: Explored,
): ReadonlyMap<string, string | undefined> {
  const whys = new Map<string, string | undefined>();
  const bound = bounded ? "; the search reached its bound" : "";
  for (const screen of flow.screens.keys()) whys.set(screen, `${UNSEEN}${bound}`);
  for (const node of nodes.values()) {
    const screen = screenOf(node) ?? "";
    const isOpen = !expanded.has(node.key);
    if (isUnseen(whys.get(screen))) whys.set(screen, undefined);
    if (isOpen) whys.set(screen, `its steps were not all tried${bound}`);
  }
  return whys;
}

function isUnseen(why: string | undefined): boolean {
  return why?.startsWith(UNSEEN) === true;
}

function screenOf({ page: { resolution } }: SearchNode): string | undefined {
  return resolution.kind === "screen" ? resolution.screen : undefined;
}
