import { describe, expect, it } from "vitest";
import { markFixed, writeView } from "../../../../engine/render/write-view.ts";
import type { ScreenView } from "../../../../engine/render/view.ts";
import { isNamed, viewTag } from "../../../../server/routes/screens/view-tag.ts";

const tagOf = (members: object) => viewTag(writeView(members as ScreenView));

describe("viewTag()", () => {
  it("is equal for equal views, for any fixed parts", () => {
    const one = tagOf({ revision: 1, brand: markFixed({ name: "n" }) });
    expect(one).toBe(tagOf({ revision: 1, brand: markFixed({ name: "n" }) }));
    expect(one).toMatch(/^W\/"[\w-]{22}"$/);
  });

  it("is another one when any part is another", () => {
    const brand = markFixed({ name: "n" });
    const tags = [
      { revision: 1, brand },
      { revision: 2, brand },
      { revision: 1, brand: markFixed({ name: "m" }) },
      { revision: 1, words: brand },
      { revision: 1, brand, words: brand },
    ].map(tagOf);
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe("isNamed()", () => {
  const tag = 'W/"abc"';

  it.each(['W/"abc"', '"abc"', '"x", W/"abc"', '"x,y" ,\t"abc"', ', "abc"', "*", ' "abc" '])(
    "finds the tag in %j",
    (header) => {
      expect(isNamed(header, tag)).toBe(true);
    },
  );

  it.each([undefined, "", '"x"', "abc", '"ABC"', 'w/"abc"', '"x" "abc"', '"abc', '"a", *', "W/*"])(
    "does not find the tag in %j",
    (header) => {
      expect(isNamed(header, tag)).toBe(false);
    },
  );
});
