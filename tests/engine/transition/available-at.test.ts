import { describe, expect, it } from "vitest";
import type { CompiledAction } from "../../../engine/compile/compiled-screen.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import { availableAt } from "../../../engine/transition/available-at.ts";

const SENT = "2026-03-01T10:00:00.000Z";
const actionOf = (everyMs: number): CompiledAction =>
  ({
    id: "resend",
    definition: { countdown: { everyMs, since: "otp.sentAt" } },
    everyMs: compileRule(everyMs, ANY_NAMES, () => undefined),
  }) as unknown as CompiledAction;

describe("availableAt()", () => {
  const after = (ms: number) => ({
    now: new Date(Date.parse(SENT) + ms).toISOString(),
    otp: { sentAt: SENT },
  });

  it("is the end of the countdown, and nothing once it has passed", () => {
    expect(availableAt(actionOf(30_000), after(0))).toBe("2026-03-01T10:00:30.000Z");
    expect(availableAt(actionOf(30_000), after(29_999))).toBe("2026-03-01T10:00:30.000Z");
    expect(availableAt(actionOf(30_000), after(30_000))).toBeUndefined();
  });

  it("is nothing within the time by which clocks differ", () => {
    expect(availableAt(actionOf(30_000), after(29_000), 1000)).toBeUndefined();
    expect(availableAt(actionOf(30_000), after(28_999), 1000)).toBeDefined();
  });

  it("is nothing for an action that was not done yet, or has no countdown", () => {
    expect(availableAt(actionOf(30_000), { now: SENT, otp: {} })).toBeUndefined();
    const plain = { id: "send", definition: {} } as unknown as CompiledAction;
    expect(availableAt(plain, after(0))).toBeUndefined();
  });
});
