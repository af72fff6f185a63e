import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepOpenedStates } from "../../../../server/storage/secrets/opened-states.ts";
import { openVault, UnopenedBox, type Vault } from "../../../../server/storage/secrets/vault.ts";

const PLACE = { column: "applications.state", row: "one", path: "person.name" };

/** A vault that counts what it opens. */
function counted(keys = `k1:${"01".repeat(32)}`): { readonly vault: Vault; opened: () => number } {
  let count = 0;
  const inner = openVault(keys);
  const vault: Vault = {
    ...inner,
    open(box, place) {
      count++;
      return inner.open(box, place);
    },
    tryOpen(box, place) {
      count++;
      return inner.tryOpen(box, place);
    },
  };
  return { vault, opened: () => count };
}

describe("keepOpenedStates()", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("opens no value of a state again that it sealed or opened before", () => {
    const { vault, opened } = counted();
    const kept = keepOpenedStates(vault);
    const [own, other] = [kept.seal("Ada", PLACE), vault.seal("Bo", PLACE)];
    expect([kept.open(own, PLACE), kept.tryOpen(own, PLACE)]).toEqual(["Ada", "Ada"]);
    expect(opened()).toBe(0);
    expect([kept.tryOpen(other, PLACE), kept.open(other, PLACE)]).toEqual(["Bo", "Bo"]);
    expect(opened()).toBe(1);
  });

  it.each([
    ["row", { ...PLACE, row: "two" }],
    ["path", { ...PLACE, path: "person.email" }],
    ["column", { ...PLACE, column: "journal.events" }],
  ])("opens a known box in no other %s", (_, place) => {
    const kept = keepOpenedStates(counted().vault);
    const box = kept.seal("Ada", PLACE);
    expect(() => kept.open(box, place)).toThrow(UnopenedBox);
    expect(kept.tryOpen(box, place)).toBeUndefined();
  });

  it("keeps nothing of other columns", () => {
    const { vault, opened } = counted();
    const kept = keepOpenedStates(vault);
    const place = { ...PLACE, column: "journal.input" };
    const box = kept.seal("Ada", place);
    kept.open(box, place);
    kept.open(box, place);
    expect(opened()).toBe(2);
  });

  it("leaves a value that does not open to the vault each time", () => {
    const { vault, opened } = counted();
    const kept = keepOpenedStates(vault);
    const foreign = openVault(`k1:${"02".repeat(32)}`).seal("Ada", PLACE);
    expect([kept.tryOpen(foreign, PLACE), kept.tryOpen(foreign, PLACE)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(opened()).toBe(2);
  });

  it("forgets a value within a minute, used or not, and sets no timer without values", () => {
    const { vault, opened } = counted();
    const kept = keepOpenedStates(vault);
    const box = kept.seal("Ada", PLACE);
    vi.advanceTimersByTime(59_000);
    kept.open(box, PLACE);
    expect(opened()).toBe(0);
    vi.advanceTimersByTime(1000);
    kept.open(box, PLACE);
    expect(opened()).toBe(1);
    vi.advanceTimersByTime(90_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
