import { afterEach, describe, expect, it, vi } from "vitest";
import { waitFor } from "../../../server/pausing/wait-for.ts";

describe("waitFor()", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("ends by the time that has passed, however few looks that were", async () => {
    let nowMs = 0;
    vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    let looks = 0;
    const look = async () => {
      looks++;
      // A look may resume a call, which takes its time.
      nowMs += 7000;
      return Promise.resolve(undefined);
    };
    expect(await waitFor(look, { patienceMs: 12_000, everyMs: 1 })).toBeUndefined();
    expect(looks).toBe(2);
  });

  it("returns what it finds, and leaves the admission slot to others between its looks", async () => {
    const said: string[] = [];
    const slot = { release: () => void said.push("free"), acquire: () => void said.push("taken") };
    const found = await waitFor(
      async () => {
        said.push("look");
        return Promise.resolve(said.length > 4 ? "answer" : undefined);
      },
      { patienceMs: 60_000, everyMs: 1, scope: { id: "r", address: "", slot } },
    );
    expect(found).toBe("answer");
    expect(said).toEqual(["look", "free", "taken", "look", "free", "taken", "look"]);
  });

  it("looks no further once the visitor has left", async () => {
    const leaving = new AbortController();
    let looks = 0;
    const look = async () => {
      looks++;
      leaving.abort();
      return Promise.resolve(undefined);
    };
    const { signal } = leaving;
    await waitFor(look, { patienceMs: 60_000, everyMs: 1, signal });
    expect(looks).toBe(1);
  });
});
