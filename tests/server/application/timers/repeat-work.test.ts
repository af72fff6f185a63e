import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { repeatWork } from "../../../../server/application/timers/repeat-work.ts";

describe("repeatWork()", () => {
  it("works on after a round that threw, and reports it", async () => {
    const reported: string[] = [];
    let rounds = 0;
    const stop = repeatWork(
      1,
      async () => {
        rounds++;
        if (rounds === 1) throw new Error("the first one");
        await Promise.resolve();
      },
      ({ message }) => reported.push(message),
    );
    await expect.poll(() => rounds).toBeGreaterThan(2);
    await stop();
    expect(reported).toEqual(["the first one"]);
    const after = rounds;
    await sleep(20);
    expect(rounds).toBe(after);
  });

  it("begins no round during another, and waits for it to stop", async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let [rounds, done] = [0, false];
    const stop = repeatWork(
      1,
      async () => {
        rounds++;
        await finished;
        done = true;
      },
      () => undefined,
    );
    await expect.poll(() => rounds).toBe(1);
    await sleep(20);
    const stopped = stop();
    expect([rounds, done]).toEqual([1, false]);
    finish();
    await stopped;
    expect([rounds, done]).toEqual([1, true]);
  });
});
