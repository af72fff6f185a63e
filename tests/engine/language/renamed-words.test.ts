import { describe, expect, it } from "vitest";
import { presentPath, presentWord } from "../../../engine/language/renamed-words.ts";

describe("presentWord()", () => {
  it("gives the present name that the place knows", () => {
    expect(presentWord("says", ["description", "screens"])).toBe("description");
    expect(presentWord("says", ["chosen", "offered"])).toBe("chosen");
  });

  it("gives nothing where the place knows no present name, or for a name that was never a word", () => {
    expect(presentWord("says", ["screens"])).toBeUndefined();
    expect(presentWord("constructor", ["constructor"])).toBeUndefined();
  });
});

describe("presentPath()", () => {
  it("renames the root and keeps the rest", () => {
    expect(presentPath("heard")).toBe("received");
    expect(presentPath("heard.key.length")).toBe("received.key.length");
  });

  it.each(["received.key", "item.heard", "toString", ""])("leaves %j", (path) => {
    expect(presentPath(path)).toBeUndefined();
  });
});
