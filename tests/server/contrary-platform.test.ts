import { describe, expect, it } from "vitest";
import { runCases } from "../faults/contrary/contrary-cases.ts";
import { outsideIsUp } from "./service.ts";

const outside = await outsideIsUp();

/** `node --import tsx/esm tests/faults/contrary.ts` runs all of them. */
const SAMPLE = 20;

describe("a platform that answers otherwise", { skip: !outside }, () => {
  it("leaves every journey with its answers, a way to its end, and each effect once", async () => {
    const { outcomes } = await runCases({ sample: SAMPLE, seed: "1" }, 3);
    expect(outcomes).toHaveLength(SAMPLE);
    expect(outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
  }, 300_000);
});
