import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { FlowEdge } from "./flow-graph.ts";

/** The part of a phase that its main way depends on. */
export interface MainPhase {
  readonly stepUp: boolean;
  readonly screens: readonly { readonly name: string }[];
}

/**
 * Finds the main way of a flow: from the front page through every page of its longest sequence to
 * an end, by the fewest ways between the screens of phases that are no step-ups. A page that only
 * a way back leads to, such as one of two branches, is passed over.
 *
 * @returns names of screens, in order
 */
export function mainWay(
  flow: CompiledVariant,
  phases: readonly MainPhase[],
  edges: readonly Pick<FlowEdge, "from" | "to">[],
): readonly string[] {
  const order = phases.flatMap(({ stepUp, screens }) =>
    stepUp ? [] : screens.map(({ name }) => name),
  );
  const front = order.find((name) => flow.screens.get(name)?.definition.path === "/") ?? order[0];
  if (front === undefined) return [];
  const [sequence = []] = [...flow.sequences.values()].toSorted((a, b) => b.length - a.length);
  const map = new WayMap(
    order,
    edges.filter(({ from, to }) => {
      const ends = [sequence.indexOf(from), sequence.indexOf(to)] as const;
      return ends.includes(-1) || ends[0] < ends[1];
    }),
  );
  const way = [front];
  for (const stops of [...sequence.map((name) => [name]), endsOf(flow, phases)]) {
    way.push(
      ...map.shortest(
        way.at(-1) ?? front,
        stops.filter((name) => !way.includes(name)),
        way,
      ),
    );
  }
  return way;
}

/** The screens at which the flow ends: the named one, or those of its last phase. */
function endsOf({ definition }: CompiledVariant, phases: readonly MainPhase[]): readonly string[] {
  if (definition.end !== undefined) return [definition.end];
  const last =
    definition.phases === undefined ? undefined : phases.findLast((each) => !each.stepUp);
  return last?.screens.map(({ name }) => name) ?? [];
}

/** The ways between some screens. */
class WayMap {
  private readonly targets = new Map<string, Set<string>>();

  constructor(screens: readonly string[], edges: readonly Pick<FlowEdge, "from" | "to">[]) {
    const inside = new Set(screens);
    for (const { from, to } of edges) {
      if (!inside.has(from) || !inside.has(to)) continue;
      this.targets.set(from, (this.targets.get(from) ?? new Set()).add(to));
    }
  }

  /**
   * The screens after `from` on the shortest way to one of some screens, the first of them before
   * the others; none without any way.
   */
  shortest(from: string, wanted: readonly string[], passed: readonly string[]): readonly string[] {
    const done = new Set(passed);
    let ways: readonly (readonly string[])[] = [[from]];
    while (ways.length > 0) {
      for (const name of wanted) {
        const arrived = ways.find((way) => way.at(-1) === name);
        if (arrived !== undefined) return arrived.slice(1);
      }
      ways = ways.flatMap((way) =>
        [...(this.targets.get(way.at(-1) ?? "") ?? [])].flatMap((target) => {
          if (done.has(target)) return [];
          done.add(target);
          return [[...way, target]];
        }),
      );
    }
    return [];
  }
}
