import { describe, expect, it } from "vitest";
import { reasonText, type Reason } from "../../../engine/transition/reason.ts";

const REASONS: readonly (readonly [string, Reason])[] = [
  ["resume/pending-step-up", { kind: "row", table: "resume", row: "pending-step-up" }],
  ["resume/no-row", { kind: "no-row", table: "resume" }],
  ["refused:resume/done", { kind: "refused-row", table: "resume", row: "done" }],
  ["screen:address/submit", { kind: "action", screen: "address", action: "submit" }],
  ["part:address/home", { kind: "part", screen: "address", part: "home" }],
  ["call:pay/ok", { kind: "call", call: "pay", outcome: "ok" }],
  ["call:pay.charge/declined", { kind: "call", call: "pay", step: "charge", outcome: "declined" }],
  ["webhook:persona/passed", { kind: "webhook", provider: "persona", outcome: "passed" }],
  ["open:home", { kind: "open", screen: "home" }],
  ["allow:bank", { kind: "allow", screen: "bank" }],
  ["refused", { kind: "refused" }],
  ["refused:stale", { kind: "refused", cause: "stale" }],
  ["unknown-path", { kind: "unknown-path" }],
  ["call-under-way", { kind: "call-under-way" }],
  ["entry", { kind: "entry" }],
  ["locale", { kind: "locale" }],
  ["version/re-ask", { kind: "re-ask" }],
  ["resume/older-row", { kind: "recorded", text: "resume/older-row" }],
];

describe("reasonText()", () => {
  it.each(REASONS)("writes %s, as journals and logs have it", (text, reason) => {
    expect(reasonText(reason)).toBe(text);
  });
});
