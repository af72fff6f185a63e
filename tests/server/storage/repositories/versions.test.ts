import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  fileHashes,
  Versions,
  type Publication,
} from "../../../../server/storage/repositories/versions.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

function publication(flow: string, hash: string, text?: string): Publication {
  return {
    flow,
    hash,
    ...(text === undefined ? {} : { sources: new Map([[`flows/${flow}/flow.yaml`, text]]) }),
    kind: text === undefined ? "rollback" : "publish",
    author: "ada",
    message: `version ${hash}`,
    inFlight: "move",
    until: undefined,
  };
}

describe("Versions", { skip: !(await outsideIsUp()) }, () => {
  let versions: Versions;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const opened = await openOwnDatabase();
    versions = new Versions(opened.database);
    ({ close } = opened);
  });
  afterEach(() => close?.());

  const live = async () => (await versions.live()).map(({ flow, hash }) => `${flow} ${hash}`);

  it("makes a published version live, and keeps its files to the character", async () => {
    const text = "title: 'Réservé 😀'\r\n";
    expect(await versions.publish([publication("card", "a1", text)])).toBe(true);
    expect(await live()).toEqual(["card a1"]);
    expect(await versions.sources("card", "a1")).toEqual(new Map([["flows/card/flow.yaml", text]]));
    expect(await versions.sources("card", "b2")).toBeUndefined();
    expect(await versions.sources("other", "a1")).toBeUndefined();
  });

  it("replaces the live version of its own flow only", async () => {
    await versions.publish([publication("card", "a1", "1"), publication("other", "o1", "1")]);
    await versions.publish([publication("card", "b2", "2")]);
    expect(await live()).toEqual(["card b2", "other o1"]);
  });

  it("brings an earlier version back without its files", async () => {
    await versions.publish([publication("card", "a1", "1")]);
    await versions.publish([publication("card", "b2", "2")]);
    await versions.publish([publication("card", "a1")]);
    expect(await live()).toEqual(["card a1"]);
    expect((await versions.sources("card", "a1"))?.get("flows/card/flow.yaml")).toBe("1");
    expect((await versions.history("card")).map(({ kind, hash }) => `${kind} ${hash}`)).toEqual([
      "rollback a1",
      "publish b2",
      "publish a1",
    ]);
  });

  it("lists every publish with the hashes of its files, of one flow or of all", async () => {
    await versions.publish([publication("card", "a1", "1"), publication("other", "o1", "1")]);
    expect(await versions.history()).toHaveLength(2);
    const [record] = await versions.history("card");
    expect(record).toMatchObject({
      author: "ada",
      message: "version a1",
      files: fileHashes(new Map([["flows/card/flow.yaml", "1"]])),
    });
  });

  it("lets one of several concurrent first starts publish", async () => {
    const done = await Promise.all(
      ["a1", "b2", "c3"].map(async (hash) =>
        versions.publish([publication("card", hash, hash)], []),
      ),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await versions.history()).toHaveLength(1);
  });

  it("publishes nothing once another publish of the flow was faster than the decision", async () => {
    await versions.publish([publication("card", "a1", "1"), publication("other", "o1", "1")]);
    const over = await versions.live();
    expect(await versions.publish([publication("card", "b2", "2")], over)).toBe(true);
    expect(await versions.publish([publication("card", "c3", "3")], over)).toBe(false);
    expect(await versions.publish([publication("other", "o2", "2")], over)).toBe(true);
    expect(await live()).toEqual(["card b2", "other o2"]);
    const policy = { ...publication("card", "b2", "2"), inFlight: "pin" as const };
    const again = await versions.live();
    expect(await versions.publish([policy], again)).toBe(true);
    expect(await versions.publish([policy], again)).toBe(false);
  });

  it("publishes all or none: a rollback to an unknown version takes the others along", async () => {
    const both = [publication("card", "a1", "1"), publication("other", "unknown")];
    await expect(versions.publish(both)).rejects.toThrow();
    expect(await live()).toEqual([]);
    expect(await versions.sources("card", "a1")).toBeUndefined();
  });
});
