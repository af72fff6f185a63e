import type { PictureArrow } from "../../../engine/tools/flow-picture.ts";
import { BOX, type PlacedPhase } from "./lay-out-phase.ts";

/** A phase with its place on the page. */
export interface PlacedBand {
  readonly placed: PlacedPhase;
  /** Top of the band. */
  readonly top: number;
  readonly bottom: number;
  /** Where the coordinates of its boxes begin. */
  readonly origin: { readonly x: number; readonly y: number };
}

/** A line of the main way between two bands. */
export interface Connector {
  readonly arrow: PictureArrow;
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

interface Place {
  readonly band: number;
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

/** How far a line runs beside the boxes that it passes in its own band. */
const ASIDE = { x: 10, y: 8 } as const;

/** Where the first line that passes a band runs, and how far the next one is from it. */
const LANE = { x: 20, apart: 5, least: 5 } as const;

/**
 * Leads the lines of the main way and of a followed journey from band to band: down to the gap
 * below a band, and where the other is not the next one, along the left margin.
 *
 * @param gap between two bands
 */
export function connectPhases(
  bands: readonly PlacedBand[],
  arrows: readonly PictureArrow[],
  gap: number,
): readonly Connector[] {
  const places = new Map(
    bands.flatMap(({ placed, origin }, band) =>
      placed.boxes.map(({ screen, x, y, height }): [string, Place] => [
        screen.name,
        {
          band,
          x: origin.x + x + BOX.width / 2,
          top: origin.y + y,
          bottom: origin.y + y + height,
        },
      ]),
    ),
  );
  let lane: number = LANE.x;
  return arrows.flatMap((arrow): Connector[] => {
    const [from, to] = [places.get(arrow.from), places.get(arrow.to)];
    if (!(arrow.main || arrow.followed) || from === undefined || to === undefined) return [];
    if (from.band === to.band) return [];
    const below = (bands[from.band]?.bottom ?? 0) + gap / 2;
    const above = (bands[to.band]?.top ?? 0) - gap / 2;
    const aside: Connector["corners"] =
      below === above
        ? []
        : [
            { x: lane, y: below },
            { x: lane, y: above },
          ];
    if (aside.length > 0) lane = Math.max(LANE.least, lane - LANE.apart);
    const corners = [
      ...pastBoxes(from, [...places.values()], { from: from.bottom, to: below }),
      ...aside,
      ...pastBoxes(to, [...places.values()], { from: to.top, to: above }).toReversed(),
    ];
    return [{ arrow, corners }];
  });
}

/** A way from an edge of a box straight up or down, or beside the boxes that stand there. */
function pastBoxes(
  { band, x }: Place,
  places: readonly Place[],
  { from, to }: { readonly from: number; readonly to: number },
): Connector["corners"] {
  const between = (y: number) => y > Math.min(from, to) && y < Math.max(from, to);
  const inTheWay = places.filter(
    (other) =>
      other.band === band &&
      Math.abs(other.x - x) < BOX.width / 2 &&
      between(other.top) &&
      between(other.bottom),
  );
  if (inTheWay.length === 0)
    return [
      { x, y: from },
      { x, y: to },
    ];
  const beside = Math.min(...inTheWay.map((other) => other.x)) - BOX.width / 2 - ASIDE.x;
  const step = from + Math.sign(to - from) * ASIDE.y;
  return [
    { x, y: from },
    { x, y: step },
    { x: beside, y: step },
    { x: beside, y: to },
  ];
}
