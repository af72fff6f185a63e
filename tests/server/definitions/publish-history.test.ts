import { describe, expect, it } from "vitest";
import {
  fileCounts,
  findHash,
  versionBefore,
} from "../../../server/definitions/publish-history.ts";
import type { PublishRecord } from "../../../server/storage/repositories/versions.ts";

function record(hash: string, kind: PublishRecord["kind"] = "publish"): PublishRecord {
  return {
    flow: "library-card",
    hash,
    kind,
    at: new Date(0),
    author: "ada",
    message: "",
    inFlight: "pin",
    until: undefined,
    files: {},
  };
}

describe("versionBefore()", () => {
  it("is the version that was live before the live one", () => {
    expect(versionBefore([record("c"), record("b"), record("a")], "c")).toBe("b");
  });

  it("passes over a version that was published twice in a row", () => {
    expect(versionBefore([record("b"), record("b"), record("a")], "b")).toBe("a");
  });

  it("goes one version further back with every rollback, and never returns to the withdrawn one", () => {
    const history = [record("b", "rollback"), record("c"), record("b"), record("a")];
    expect(versionBefore(history, "b")).toBe("a");
  });

  it("is undefined for the first version", () => {
    expect(versionBefore([record("a")], "a")).toBeUndefined();
  });
});

describe("findHash()", () => {
  const history = [record("abc1"), record("abd2"), record("abc1", "rollback")];

  it("finds a version by a beginning that only it has, however often it was published", () => {
    expect(findHash(history, "abc")).toBe("abc1");
  });

  it("names the candidates of a beginning that several versions have", () => {
    expect(() => findHash(history, "ab")).toThrow("ab may be abc1 or abd2");
  });

  it("refuses a beginning that no version has", () => {
    expect(() => findHash(history, "f")).toThrow("no published version is called f");
  });
});

describe("fileCounts()", () => {
  it("counts added, changed and removed files", () => {
    expect(fileCounts({ a: "1", b: "2", c: "3" }, { a: "1", b: "9", d: "4" })).toEqual({
      added: 1,
      changed: 1,
      removed: 1,
    });
  });

  it("counts every file of a first version as added, one called like a prototype's member too", () => {
    expect(fileCounts({ constructor: "1", b: "2" })).toEqual({ added: 2, changed: 0, removed: 0 });
  });
});
