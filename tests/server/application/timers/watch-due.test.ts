import { describe, expect, it } from "vitest";
import { watchDue } from "../../../../server/application/timers/watch-due.ts";

describe("watchDue()", () => {
  it("works on all that are due though the first throws each time, and reports it", async () => {
    const due = Array.from({ length: 120 }, (_, at) => `application ${at}`);
    const done = new Set<string>();
    const reported: string[] = [];
    const stop = watchDue(
      {
        everyMs: 1,
        claim: async (most) => {
          const taken = due.splice(0, most);
          if (taken.length > 0) due.push(...taken.slice(0, 1));
          return Promise.resolve(taken);
        },
        work: async (application) => {
          if (application === "application 0") throw new Error("a webhook throws");
          await Promise.resolve();
          done.add(application);
        },
      },
      ({ message }) => reported.push(message),
    );
    await expect.poll(() => done.size).toBe(119);
    await stop();
    expect(new Set(reported)).toEqual(new Set(["a webhook throws"]));
  });

  it("begins nothing after its stop, which waits for what is under way", async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let [begun, ended] = [0, 0];
    const stop = watchDue(
      {
        everyMs: 1,
        claim: async () => Promise.resolve(Array.from({ length: 50 }, (_, at) => `${at}`)),
        work: async () => {
          begun++;
          await finished;
          ended++;
        },
      },
      () => undefined,
    );
    await expect.poll(() => begun).toBe(8);
    const stopped = stop();
    finish();
    await stopped;
    expect([begun, ended]).toEqual([8, 8]);
  });
});
