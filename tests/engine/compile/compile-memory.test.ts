import fc from "fast-check";
import { parse, stringify } from "yaml";
import { describe, expect, it, vi } from "vitest";
import { compileFlow, compileSteps } from "../../../engine/compile/compile-flow.ts";
import { CompileMemory } from "../../../engine/compile/compile-memory.ts";
import type { CompiledFlow, CompileResult } from "../../../engine/compile/compiled-flow.ts";
import { runFixture } from "../../../engine/fixtures/run-fixture.ts";
import type { Json } from "../../../engine/language/json.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { editableSources, HOUSEHOLD, PROJECT, shippedSources } from "../../definitions.ts";
import { readSources } from "../../../server/definitions/read-sources.ts";
import { edits, withEdits } from "../../mutation/random-edits.ts";
import { mustReplace } from "../../must-replace.ts";

/*
 * `FOYER_SLIPS=500` tries more edits, `FOYER_SEED` others.
 */
const SLIPS = Number(process.env["FOYER_SLIPS"] ?? "0");
const SEED = Number(process.env["FOYER_SEED"] ?? "17");

const FLOWS: readonly (readonly [flow: string, sources: Sources])[] = [
  ["library-card", await shippedSources],
  ["household", await readSources(HOUSEHOLD, PROJECT)],
];

function compileWith(memory: CompileMemory, sources: Sources, flow: string): CompileResult {
  const steps = compileSteps(sources, flow, ["LOCAL", "CI"], { memory });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Everything of a result that can be compared: problems, definitions, and what the fixtures come
 * to.
 */
function contentOf(result: CompileResult): unknown {
  if (!result.ok) return result;
  const { warnings, questions, flow } = result;
  return { warnings, questions, flow: contentOfFlow(flow) };
}

function contentOfFlow(flow: CompiledFlow): unknown {
  return {
    version: flow.version,
    definition: flow.definition,
    attachments: flow.attachments,
    variants: flow.variants.map((variant) => {
      const compiled = flow.variant(variant);
      const texts = compiled.locales.map((locale) => compiled.copy(locale).text("screens"));
      return { data: plain(compiled), texts };
    }),
    journeys: flow.fixtures.map((fixture) => plain(runFixture(flow, fixture))),
  };
}

/** A value without its functions, maps as lists. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      each instanceof Map || each instanceof Set ? [...(each as Iterable<unknown>)] : each,
    ),
  );
}

function codesOf(result: CompileResult): readonly string[] {
  return (result.ok ? result.warnings : result.problems).map(({ code }) => code);
}

/** The files of a flow that an author edits. */
function editable(sources: Sources, flow: string): readonly string[] {
  return [...sources.keys()].filter(
    (path) =>
      path.split("/")[1] === flow && path.endsWith(".yaml") && !path.includes("/catalogue/"),
  );
}

describe("CompileMemory", () => {
  for (const [flow, shipped] of FLOWS)
    it(`gives, after any edits of ${flow}, what a compilation without it gives`, () => {
      const step = fc.record({
        path: fc.constantFrom(...editable(shipped, flow)),
        slips: edits,
        // Most mistakes are mended by the next save.
        back: fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
          const memory = new CompileMemory();
          let sources = new Map(shipped);
          compileWith(memory, sources, flow);
          for (const { path, slips, back } of steps) {
            const text = shipped.get(path) ?? "";
            const changed = stringify(withEdits(parse(text) as Json, slips), { lineWidth: 0 });
            const before = sources;
            sources = new Map(sources).set(path, changed);
            expect(contentOf(compileWith(memory, sources, flow))).toEqual(
              contentOf(compileFlow(sources, flow, ["LOCAL", "CI"])),
            );
            if (back) sources = before;
          }
        }),
        {
          numRuns: SLIPS > 0 ? SLIPS : 15,
          seed: SEED,
          interruptAfterTimeLimit: SLIPS > 0 ? 600_000 : 20_000,
        },
      );
    });

  it("runs a check again that an earlier mistake kept from running", async () => {
    const sources = new Map(await editableSources);
    const memory = new CompileMemory();
    const guards = "flows/library-card/guards.yaml";
    const resume = "flows/library-card/transitions/resume.yaml";
    const [right, rows] = [sources.get(guards), sources.get(resume)];
    sources.set(guards, mustReplace(right, "elsewhere] }] } }", "elsewere] }] } }"));
    expect(codesOf(compileWith(memory, sources, "library-card"))).toContain("FLOW-RULE-VALUE");
    sources.set(guards, right ?? "");
    const never = "{ and: [{ guard: started }, { '!': { guard: started } }] }";
    sources.set(resume, mustReplace(rows, "{ var: application.confirmed }", never));
    expect(codesOf(compileWith(memory, sources, "library-card"))).toContain("FLOW-ROW-DEAD");
  });

  it("gives what a compilation in a new process gives", async () => {
    const sources = new Map(await shippedSources);
    const memory = new CompileMemory();
    compileWith(memory, sources, "library-card");
    const guards = "flows/library-card/flow.yaml";
    sources.set(guards, `${sources.get(guards) ?? ""}\n# one more line\n`);
    const copy = "content/library-card/en-US/screens/start.yaml";
    sources.set(copy, mustReplace(sources.get(copy), "title:", "titel:"));
    const known = compileWith(memory, sources, "library-card");
    vi.resetModules();
    const fresh = await import("../../../engine/compile/compile-flow.ts");
    const cold = fresh.compileFlow(sources, "library-card", ["LOCAL", "CI"]);
    expect(known.ok).toBe(false);
    expect(known).toEqual(cold);
  });

  it("reuses everything that an edit of a text leaves unchanged", async () => {
    const sources = new Map(await shippedSources);
    const memory = new CompileMemory();
    const before = compileWith(memory, sources, "library-card");
    const copy = "content/library-card/en-US/screens/start.yaml";
    sources.set(copy, mustReplace(sources.get(copy), "title: ", "title: New "));
    const after = compileWith(memory, sources, "library-card");
    if (!before.ok || !after.ok) throw new Error("the library card does not compile");
    const [variant] = before.flow.variants;
    if (variant === undefined) throw new Error("there is no variant");
    const [was, is] = [before.flow.variant(variant), after.flow.variant(variant)];
    expect(is.screens).toBe(was.screens);
    expect(is.forms).toBe(was.forms);
    expect(is.copy("en-US").text("screens.start.title")).toMatch(/^New /);
    expect(was.copy("en-US").text("screens.start.title")).not.toMatch(/^New /);
  });
});
