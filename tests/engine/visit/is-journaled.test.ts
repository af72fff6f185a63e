import { describe, expect, it } from "vitest";
import type { Accepted } from "../../../engine/transition/answer.ts";
import type { Input } from "../../../engine/transition/input.ts";
import { isJournaled } from "../../../engine/visit/is-journaled.ts";
import type { CompiledVariant } from "../../../engine/compile/compiled-variant.ts";

/** Whether the journal keeps the answer of a call that sets the reader to a value. */
function keeps(before: object, after: object): boolean {
  const change = { path: "reader", value: after };
  const decision = { events: [{ changes: [change] }], state: { reader: after } };
  return isJournaled({} as CompiledVariant, { reader: before } as never, {
    decision: decision as unknown as Accepted,
    input: { kind: "result" } as unknown as Input,
    reports: [],
  });
}

describe("isJournaled()", () => {
  it("leaves out an answer that sets what is there, in whatever order its members stand", () => {
    // A database gives the members of an object in an order of its own.
    const stored = { id: 7, name: "Ada", cards: [{ no: 1, kind: "adult" }] };
    expect(keeps(stored, { name: "Ada", cards: [{ kind: "adult", no: 1 }], id: 7 })).toBe(false);
  });

  it("keeps an answer that changes a member, an order of a list, or a type", () => {
    const stored = { id: 7, cards: ["adult", "child"] };
    expect(keeps(stored, { id: 8, cards: ["adult", "child"] })).toBe(true);
    expect(keeps(stored, { id: 7, cards: ["child", "adult"] })).toBe(true);
    expect(keeps(stored, { id: "7", cards: ["adult", "child"] })).toBe(true);
  });
});
