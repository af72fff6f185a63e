import { describe, expect, it } from "vitest";
import { answersWithin, LATE_MS } from "../../../../server/storage/database/probe.ts";

/** An answer in several parts, each of which needs turns of the event loop. */
async function inParts(parts: number): Promise<boolean> {
  for (let part = 0; part < parts; part++)
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  return true;
}

/** Keeps the event loop from anything else. */
function block(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

describe("answersWithin()", () => {
  it("gives up an answer that does not come in time", async () => {
    const never = new Promise<boolean>(() => undefined);
    const began = performance.now();
    expect(await answersWithin(never, 50)).toBe(false);
    expect(performance.now() - began).toBeGreaterThanOrEqual(49);
  });

  it("counts no time in which the event loop was blocked", async () => {
    const answer = answersWithin(inParts(20), 50);
    block(50 + LATE_MS + 100);
    expect(await answer).toBe(true);
  });
});
