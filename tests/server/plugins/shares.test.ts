import { describe, expect, it } from "vitest";
import { Shares } from "../../../server/plugins/shares.ts";

describe("Shares", () => {
  it("gives so many in all, and to each holder", () => {
    const shares = new Shares(3);
    const ann = [{ name: "ann", most: 2 }];
    const ends = [shares.take(ann), shares.take(ann)];
    expect(shares.take(ann)).toBeUndefined();
    expect(shares.take([{ name: "bo", most: 2 }])).toBeDefined();
    expect(shares.take([{ name: "cy", most: 2 }])).toBeUndefined();
    ends[0]?.();
    ends[0]?.();
    expect(shares.take(ann)).toBeDefined();
    expect(shares.take(ann)).toBeUndefined();
  });

  it("does not count a holder without a name", () => {
    const shares = new Shares(2);
    const nobody = [{ name: undefined, most: 0 }];
    expect([shares.take(nobody), shares.take(nobody)]).not.toContain(undefined);
    expect(shares.take(nobody)).toBeUndefined();
  });
});
