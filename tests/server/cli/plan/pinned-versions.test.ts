import { describe, expect, it } from "vitest";
import { pinnedVersions } from "../../../../server/cli/plan/pinned-versions.ts";
import type { LiveVersion, Versions } from "../../../../server/storage/repositories/versions.ts";

const NOW = new Date("2026-03-01T10:00:00.000Z");
const LIVE: LiveVersion = {
  flow: "card",
  hash: "live",
  since: NOW,
  inFlight: "pin",
  until: undefined,
};

/** The versions that applications may be pinned to, of which one is in use. */
const pinnedWith = async (sources: Versions["sources"]) =>
  pinnedVersions(LIVE, NOW, {
    flow: "card",
    versions: { inUse: async () => ["live", "older"], sources } as unknown as Versions,
    sources: new Map(),
    environment: "CI",
    cache: undefined,
  });

describe("pinnedVersions()", () => {
  it("names a version that this code cannot compile, with the reason", async () => {
    const { pinned, uncompiled } = await pinnedWith(
      async () => new Map([["flows/card/flow.yaml", "flow: [card"]]),
    );
    expect([...pinned.keys()]).toEqual([]);
    expect(uncompiled).toEqual([expect.stringMatching(/^this code cannot compile card older: .+/)]);
  });

  it("passes over a version that is not stored", async () => {
    const { pinned, uncompiled } = await pinnedWith(async () => undefined);
    expect([pinned.size, uncompiled]).toEqual([0, []]);
  });

  it("fails where the database does", async () => {
    const gone = pinnedWith(async () => Promise.reject(new Error("the database is gone")));
    await expect(gone).rejects.toThrow("the database is gone");
  });
});
