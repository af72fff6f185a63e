import { describe, expect, it } from "vitest";
import { isEffectUnknown } from "../../../engine/transition/is-effect-unknown.ts";

const PAY = { method: "POST", repeat: "same-key" } as const;
const answer = null;

describe("isEffectUnknown()", () => {
  it.each([
    ["no answer in time", { outcome: "timeout", answer }],
    ["a connection that broke", { outcome: "network", answer }],
    ["a service that failed", { status: 500, answer }],
    ["a gateway that gave up", { status: 503, answer }],
    ["a request that timed out", { status: 408, answer }],
    ["an answer that is no JSON", { status: 200, malformed: true, answer }],
    ["a redirect to no JSON", { status: 302, malformed: true, answer }],
  ] as const)("does not know after %s", (_, result) => {
    expect(isEffectUnknown(PAY, result)).toBe(true);
    expect(isEffectUnknown({ ...PAY, repeated: true }, result)).toBe(true);
    // Only what declares it is asked about, and reading has no effect.
    expect(isEffectUnknown({ method: "POST" }, result)).toBe(false);
    expect(isEffectUnknown({ ...PAY, method: "GET" }, result)).toBe(false);
  });

  it.each([200, 201, 204, 400, 402, 417, 422])("knows after %d", (status) => {
    expect(isEffectUnknown(PAY, { status, answer })).toBe(false);
    expect(isEffectUnknown({ ...PAY, repeated: true }, { status, answer })).toBe(false);
  });

  it.each([401, 403, 404, 407, 409, 429])(
    "takes %d for a refusal, but not for what became of an earlier request",
    (status) => {
      expect(isEffectUnknown(PAY, { status, answer })).toBe(false);
      expect(isEffectUnknown({ ...PAY, repeated: true }, { status, answer })).toBe(true);
    },
  );
});
