import { wayTo, type SearchNode } from "./explore.ts";

/**
 * Chooses few journeys that together cover as much as all of them: each time the journey that
 * covers most of the remaining names; of two equal ones, the shorter.
 *
 * @param wanted names to cover, as `part name`
 */
export function chooseJourneys(
  finds: readonly SearchNode[],
  wanted: ReadonlySet<string>,
): readonly SearchNode[] {
  const left = new Set(wanted);
  const candidates = finds.map((node) => ({
    node,
    covered: new Set(wayTo(node).flatMap(({ covered }) => covered.filter((n) => wanted.has(n)))),
  }));
  const chosen: SearchNode[] = [];
  for (;;) {
    let best: { readonly node: SearchNode; readonly count: number } | undefined;
    for (const { node, covered } of candidates) {
      const count = [...covered].filter((name) => left.has(name)).length;
      const isBetter =
        count > (best?.count ?? 0) ||
        (count === best?.count && node.depth < best.node.depth && count > 0);
      if (isBetter) best = { node, count };
    }
    if (best === undefined) return chosen;
    chosen.push(best.node);
    for (const { covered } of wayTo(best.node)) for (const name of covered) left.delete(name);
  }
}
