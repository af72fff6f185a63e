import { wayTo, type Place } from "./explore.ts";

/**
 * Chooses few journeys that together cover as much as all of them: each time the journey that
 * covers most of the remaining names; of two equal ones, the shorter.
 *
 * @param wanted names to cover, as `part name`
 */
export function chooseJourneys(
  finds: readonly Place[],
  wanted: ReadonlySet<string>,
): readonly Place[] {
  const left = new Set(wanted);
  const candidates = finds.map((place) => ({
    place,
    covered: new Set(wayTo(place).flatMap(({ covered }) => covered.filter((n) => wanted.has(n)))),
  }));
  const chosen: Place[] = [];
  for (;;) {
    let best: { readonly place: Place; readonly count: number } | undefined;
    for (const { place, covered } of candidates) {
      const count = [...covered].filter((name) => left.has(name)).length;
      const isBetter =
        count > (best?.count ?? 0) ||
        (count === best?.count && place.depth < best.place.depth && count > 0);
      if (isBetter) best = { place, count };
    }
    if (best === undefined) return chosen;
    chosen.push(best.place);
    for (const { covered } of wayTo(best.place)) for (const name of covered) left.delete(name);
  }
}
