import { describe, expect, it } from "vitest";
import type { PictureArrow } from "../../../../engine/tools/flow-picture.ts";
import { connectPhases, type PlacedBand } from "../../../../server/cli/graph/connect-phases.ts";
import { BOX } from "../../../../server/cli/graph/lay-out-phase.ts";

const box = (name: string, x: number, y: number) => ({ screen: { name }, x, y, height: 60 });

/** A band with boxes at some places. */
function band(top: number, bottom: number, boxes: readonly object[]): PlacedBand {
  return { placed: { boxes }, top, bottom, origin: { x: 50, y: top } } as unknown as PlacedBand;
}

const main = { from: "start", to: "person", main: true, followed: false } as PictureArrow;
const middle = 50 + BOX.width / 2;

describe("connectPhases()", () => {
  it("leads straight from box to box where no other stands between", () => {
    const bands = [band(0, 100, [box("start", 0, 20)]), band(120, 220, [box("person", 0, 20)])];
    expect(new Set(connectPhases(bands, [main], 20)[0]?.corners.map(({ x }) => x))).toEqual(
      new Set([middle]),
    );
  });

  it("leads past the boxes below and above that stand in the way", () => {
    const bands = [
      band(0, 200, [box("start", 0, 20), box("lost", 0, 100)]),
      band(220, 420, [box("code", 0, 20), box("person", 0, 120)]),
    ];
    const corners = connectPhases(bands, [main], 20)[0]?.corners ?? [];
    expect(corners[0]).toEqual({ x: middle, y: 80 });
    expect(corners.at(-1)).toEqual({ x: middle, y: 340 });
    for (const { x, y } of corners) if (x === middle) expect([80, 88, 210, 332, 340]).toContain(y);
    expect(corners.filter(({ x }) => x < 50).length).toBe(4);
  });
});
