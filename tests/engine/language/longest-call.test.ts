import { expect, it } from "vitest";
import { longestCallMs } from "../../../engine/language/longest-call.ts";

it("longestCallMs() adds the delay, every attempt, and the pauses between them", () => {
  expect(longestCallMs({ timeoutMs: 4000 })).toBe(4000);
  const retry = { times: 2, everyMs: 500, on: ["timeout"] };
  expect(longestCallMs({ timeoutMs: 4000, retry })).toBe(13_000);
  expect(longestCallMs({ timeoutMs: 4000, retry: { ...retry, afterMs: 250 } })).toBe(13_250);
});
