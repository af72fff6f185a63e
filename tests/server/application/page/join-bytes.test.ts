import fc from "fast-check";
import { expect, it } from "vitest";
import { joinBytes } from "../../../../server/application/page/join-bytes.ts";

const text = fc.string({ unit: "grapheme" });

it("joinBytes() is UTF-8 of the joined texts, however they are cut into pieces", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.boolean())), (pieces) => {
      const bytes = joinBytes(
        pieces.map(([piece, isShared]) => (isShared ? Buffer.from(piece) : piece)),
      );
      expect(bytes.toString()).toBe(pieces.map(([piece]) => piece).join(""));
    }),
  );
});
