import { describe, expect, it } from "vitest";
import { compileChecked, compileFlow } from "../../../engine/compile/compile-flow.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const FLOW = "library-card";
const sources = await editableSources;

function compiled(result: ReturnType<typeof compileFlow>) {
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.flow;
}

describe("compileChecked()", () => {
  it("makes the flow that compileFlow() makes", () => {
    const whole = compiled(compileFlow(sources, FLOW, ["CI"]));
    const checked = compiled(compileChecked(sources, FLOW, ["CI"]));
    expect(checked.version).toBe(whole.version);
    expect(checked.variants).toEqual(whole.variants);
    for (const fixture of whole.fixtures)
      expect(runFixture(checked, fixture)).toEqual(runFixture(whole, fixture));
  });

  it("refuses files that are out of shape", () => {
    const path = `flows/${FLOW}/flow.yaml`;
    const bent = new Map(sources);
    bent.set(path, mustReplace(sources.get(path), "mount:", "mounted:"));
    expect(compileChecked(bent, FLOW, ["CI"])).toMatchObject({ ok: false });
  });
});

describe("variantWith()", () => {
  it("is compiled once for the same settings and flags", () => {
    const flow = compiled(compileChecked(sources, FLOW, ["CI"]));
    const [variant] = flow.variants;
    if (variant === undefined) throw new Error("the flow has no variants");
    const one = flow.variantWith(variant, { shelves: 1 });
    expect(flow.variantWith(variant, { shelves: 1 })).toBe(one);
    expect(flow.variantWith(variant, { shelves: 2 })).not.toBe(one);
    expect(flow.variantWith(variant, { shelves: 1 }, { quiet: true })).not.toBe(one);
  });
});
