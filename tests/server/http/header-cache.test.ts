import { describe, expect, it } from "vitest";
import { HeaderCache } from "../../../server/http/header-cache.ts";

function counted() {
  const cache = new HeaderCache<string>();
  let reads = 0;
  return {
    of: (header: string | undefined) => {
      const value = cache.of(header, () => {
        reads++;
        return `read ${header}`;
      });
      return [value, reads] as const;
    },
  };
}

describe("HeaderCache", () => {
  it("reads a header once", () => {
    const cache = counted();
    expect(cache.of("a")).toEqual(["read a", 1]);
    expect(cache.of("a")).toEqual(["read a", 1]);
    expect(cache.of("b")).toEqual(["read b", 2]);
  });

  it("distinguishes a request without the header from one whose header is empty", () => {
    const cache = counted();
    expect(cache.of(undefined)).toEqual(["read undefined", 1]);
    expect(cache.of("")).toEqual(["read ", 2]);
    expect(cache.of(undefined)).toEqual(["read undefined", 2]);
    expect(cache.of("")).toEqual(["read ", 2]);
  });

  it("reads a very long header anew", () => {
    const cache = counted();
    const long = "x".repeat(501);
    cache.of(long);
    expect(cache.of(long)[1]).toBe(2);
  });

  it("begins anew after five hundred headers", () => {
    const cache = counted();
    for (let index = 0; index <= 500; index++) cache.of(String(index));
    expect(cache.of("500")[1]).toBe(501);
    expect(cache.of("0")[1]).toBe(502);
  });
});
