import { describe, expect, it } from "vitest";
import { compileFlow, compileSteps } from "../../../engine/compile/compile-flow.ts";
import type { CompiledFlow, CompileResult } from "../../../engine/compile/compiled-flow.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { editableSources, HOUSEHOLD, PROJECT } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const FLOW = "library-card";
const sources = await editableSources;

function compiled(result: ReturnType<typeof compileFlow>) {
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  return result.flow;
}

describe("compileFlow() of a checked version", () => {
  it("makes the flow that compileFlow() makes", () => {
    const whole = compiled(compileFlow(sources, FLOW, ["CI"]));
    const checked = compiled(compileFlow(sources, FLOW, ["CI"], { checks: "shapes" }));
    expect(checked.version).toBe(whole.version);
    expect(checked.variants).toEqual(whole.variants);
    for (const fixture of whole.fixtures)
      expect(runFixture(checked, fixture)).toEqual(runFixture(whole, fixture));
  });

  it("refuses files that are out of shape", () => {
    const path = `flows/${FLOW}/flow.yaml`;
    const bent = new Map(sources);
    bent.set(path, mustReplace(sources.get(path), "mount:", "mounted:"));
    expect(compileFlow(bent, FLOW, ["CI"], { checks: "shapes" })).toMatchObject({ ok: false });
  });
});

describe("compileSteps()", () => {
  const TEXTS = "content/household/fr-CA/screens/done.yaml";

  /** The flow that is given before the result, the number of steps until then, and the result. */
  function inSteps(
    of: Sources,
    market: string,
  ): {
    readonly shown: CompiledFlow | undefined;
    readonly after: number;
    readonly result: CompileResult;
  } {
    const recent = [{ environment: "CI", market }];
    const steps = compileSteps(of, "household", ["CI"], { recent });
    let shown: CompiledFlow | undefined;
    for (let count = 1, after = 0; ; count++) {
      const { done, value } = steps.next();
      if (done === true) return { shown, after, result: value };
      if (value === undefined) continue;
      expect(shown).toBeUndefined();
      [shown, after] = [value, count];
    }
  }

  it("gives the flow once the variant that is looked at is checked, and the same flow at its end", async () => {
    const household = await readSources(HOUSEHOLD, PROJECT);
    const { shown, after, result } = inSteps(household, "CA");
    expect(after).toBe(2);
    expect(compiled(result)).toBe(shown);
    const whole = compiled(compileFlow(household, "household", ["CI"]));
    for (const fixture of whole.fixtures)
      expect(runFixture(compiled(result), fixture)).toEqual(runFixture(whole, fixture));
  });

  it("gives no flow where the variant that is looked at has a mistake, and refuses it for any variant's", async () => {
    const household = await readSources(HOUSEHOLD, PROJECT);
    const bent = new Map(household).set(
      TEXTS,
      mustReplace(household.get(TEXTS), /^title: .*$/m, 'title: "{nothing}"'),
    );
    expect(inSteps(bent, "CA")).toMatchObject({ shown: undefined, result: { ok: false } });
    const { shown, result } = inSteps(bent, "US");
    expect(shown?.id).toBe("household");
    expect(result.ok).toBe(false);
  });
});

describe("variantWith()", () => {
  it("is compiled once for the same settings and flags", () => {
    const flow = compiled(compileFlow(sources, FLOW, ["CI"], { checks: "shapes" }));
    const [variant] = flow.variants;
    if (variant === undefined) throw new Error("the flow has no variants");
    const one = flow.variantWith(variant, { shelves: 1 });
    expect(flow.variantWith(variant, { shelves: 1 })).toBe(one);
    expect(flow.variantWith(variant, { shelves: 2 })).not.toBe(one);
    expect(flow.variantWith(variant, { shelves: 1 }, { quiet: true })).not.toBe(one);
  });
});
