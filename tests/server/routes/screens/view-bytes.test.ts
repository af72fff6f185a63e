import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markFixed, jsonOf, writeView } from "../../../../engine/render/write-view.ts";
import type { ScreenView } from "../../../../engine/render/view.ts";
import { viewBytes } from "../../../../server/routes/screens/view-bytes.ts";

/** Members of a view, each fixed or not, with text of any script. */
const members = fc.dictionary(
  fc.constantFrom("flow", "title", "brand", "words", "because"),
  fc.tuple(fc.boolean(), fc.record({ text: fc.string({ unit: "grapheme" }) })),
);

describe("viewBytes()", () => {
  it("is the view in UTF-8 with its session as the last member, for any fixed parts", () => {
    fc.assert(
      fc.property(members, fc.option(fc.nat(), { nil: undefined }), (chosen, endsInMs) => {
        const view = {
          revision: 1,
          ...Object.fromEntries(
            Object.entries(chosen).map(([name, [isFixed, part]]) => [
              name,
              isFixed ? markFixed(part) : part,
            ]),
          ),
        } as unknown as ScreenView;
        const session = endsInMs === undefined ? undefined : { endsInMs };
        const written = writeView(view);
        for (let time = 0; time < 2; time++)
          expect(viewBytes(written, session).toString()).toBe(
            JSON.stringify({ ...view, ...(session === undefined ? {} : { session }) }),
          );
        expect(viewBytes(written, undefined).toString()).toBe(jsonOf(written));
      }),
    );
  });
});
