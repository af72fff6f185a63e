import { describe, expect, it } from "vitest";
import { coalesced } from "../../../engine/language/coalesced.ts";

describe("coalesced()", () => {
  it("causes one further run for all calls during a run", async () => {
    let runs = 0;
    let [atOnce, most] = [0, 0];
    const run = coalesced(async () => {
      runs++;
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce--;
    });
    const first = run();
    await new Promise(setImmediate);
    await Promise.all([first, run(), run(), run()]);
    expect([runs, most]).toEqual([2, 1]);
  });

  it("loses no call at any moment around the end of a run", async () => {
    for (let turns = 0; turns < 12; turns++) {
      let [asked, seen] = [0, 0];
      const run = coalesced(async () => {
        seen = asked;
        await Promise.resolve();
      });
      asked++;
      void run();
      // A call that comes so many turns of the microtask queue later.
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      asked++;
      await run();
      expect([turns, seen]).toEqual([turns, 2]);
    }
  });

  it("runs for a call during a run that throws, and rejects with the last error alone", async () => {
    let runs = 0;
    const run = coalesced(async (isAskedAgain) => {
      runs++;
      await new Promise(setImmediate);
      if (runs === 1) throw new Error(`thrown, asked again: ${isAskedAgain()}`);
    });
    const first = run();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([first, run()]);
    expect(runs).toBe(2);
    runs = 0;
    await expect(run()).rejects.toThrow("thrown, asked again: false");
    await run();
    expect(runs).toBe(2);
  });
});
