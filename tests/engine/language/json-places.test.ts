import { describe, expect, it } from "vitest";
import { valueAt, withValue } from "../../../engine/language/json-places.ts";

const BODY = { a: { list: [{ link: "x" }, null] }, "": 1 };

describe("valueAt()", () => {
  it.each([
    [["a", "list", "0", "link"], "x"],
    [["a", "list", "1"], null],
    [[""], 1],
    [[], BODY],
    [["a", "list", "2"], undefined],
    [["a", "list", "1", "link"], undefined],
    [["toString"], undefined],
    [["a", "list", "0", "link", "length"], undefined],
  ])("at %j", (pointer, value) => {
    expect(valueAt(BODY, pointer)).toEqual(value);
  });
});

describe("withValue()", () => {
  it("changes one place of the body and no other", () => {
    const changed = withValue(BODY, ["a", "list", "0", "link"], "y");
    expect(changed).toEqual({ a: { list: [{ link: "y" }, null] }, "": 1 });
    expect(BODY.a.list[0]).toEqual({ link: "x" });
  });

  it("makes the objects on the way that are not there", () => {
    expect(withValue({}, ["a", "b"], 1)).toEqual({ a: { b: 1 } });
    expect(withValue(BODY, [], 2)).toBe(2);
  });
});
