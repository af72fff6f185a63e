import { describe, expect, it } from "vitest";
import { Remembered } from "../../../server/plugins/remembered.ts";

function counted() {
  const remembered = new Remembered<string>();
  let reads = 0;
  return {
    of: (header: string | undefined) => {
      const value = remembered.of(header, () => {
        reads++;
        return `read ${header}`;
      });
      return [value, reads] as const;
    },
  };
}

describe("Remembered", () => {
  it("reads a header once", () => {
    const remembered = counted();
    expect(remembered.of("a")).toEqual(["read a", 1]);
    expect(remembered.of("a")).toEqual(["read a", 1]);
    expect(remembered.of("b")).toEqual(["read b", 2]);
  });

  it("distinguishes a request without the header from one whose header is empty", () => {
    const remembered = counted();
    expect(remembered.of(undefined)).toEqual(["read undefined", 1]);
    expect(remembered.of("")).toEqual(["read ", 2]);
    expect(remembered.of(undefined)).toEqual(["read undefined", 2]);
    expect(remembered.of("")).toEqual(["read ", 2]);
  });

  it("reads a very long header anew", () => {
    const remembered = counted();
    const long = "x".repeat(501);
    remembered.of(long);
    expect(remembered.of(long)[1]).toBe(2);
  });

  it("begins anew after five hundred headers", () => {
    const remembered = counted();
    for (let index = 0; index <= 500; index++) remembered.of(String(index));
    expect(remembered.of("500")[1]).toBe(501);
    expect(remembered.of("0")[1]).toBe(502);
  });
});
