import { describe, expect, it } from "vitest";
import type { ScreenView } from "../../../engine/render/view.ts";
import { markFixed, jsonOf, writeView } from "../../../engine/render/write-view.ts";

/** A view as far as it matters to whoever writes it: members, in whatever shape. */
const viewOf = (members: object) => members as ScreenView;

describe("writeView()", () => {
  it("writes what JSON.stringify writes, fixed parts or not", () => {
    const label = { label: 'é "quoted" \u2028 <b>' };
    const view = viewOf({
      flow: "f",
      revision: 3,
      because: undefined,
      empty: {},
      actions: [markFixed({ id: "a" }), { id: "b", availableAt: "later" }, markFixed(label)],
      blocks: [],
      form: { schema: markFixed({ type: "object" }), kept: {}, live: undefined },
      brand: markFixed({ name: "n" }),
    });
    expect(jsonOf(writeView(view))).toBe(JSON.stringify(view));
    expect(jsonOf(writeView(viewOf({})))).toBe("{}");
  });

  it("separates variable parts from fixed ones", () => {
    const brand = markFixed({ name: "n" });
    const [one, two] = [1, 2].map((revision) => writeView(viewOf({ revision, brand })));
    expect(one?.texts).toEqual(['{"revision":1,"brand":', "}"]);
    expect(two?.texts).toEqual(['{"revision":2,"brand":', "}"]);
    expect(one?.fixed).toEqual([{ json: '{"name":"n"}' }]);
    expect(one?.fixed[0]).toBe(two?.fixed[0]);
  });

  it("makes the JSON of a fixed part once", () => {
    let made = 0;
    const part = markFixed({ toJSON: () => ++made });
    expect([1, 2].map(() => jsonOf(writeView(viewOf({ part }))))).toEqual([
      '{"part":1}',
      '{"part":1}',
    ]);
  });
});
