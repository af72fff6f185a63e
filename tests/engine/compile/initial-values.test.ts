import { describe, expect, it } from "vitest";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { untouchedData } from "../../../engine/render/render-form.ts";
import { shippedLibrary, editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await editableSources;
const READER = "schemas/library-card/forms/reader.yaml";

function problemsOf(initial: string) {
  const text = mustReplace(
    shipped.get(READER),
    "x-widget: radio,",
    `x-widget: radio, x-initial: ${initial},`,
  );
  const result = compileFlow(new Map([...shipped, [READER, text]]), "library-card", ["LOCAL"]);
  return result.ok ? [] : result.problems;
}

describe("x-initial", () => {
  it.each([
    ["{ var: reader.nmae }", "FLOW-RULE-PATH"],
    ["{ guard: chidl }", "FLOW-RULE-NAME"],
    ["{ if: [{ var: reader.name }] }", "FLOW-RULE-ARITY"],
  ])("is held to the flow's names and operators: refuses %s", (initial, code) => {
    const problem = problemsOf(initial).find((each) => each.code === code);
    expect(problem?.file).toBe(READER);
    expect(problem?.line).toBe(8);
  });

  it("knows the catalogue: a restaurant's order begins with what restaurants use", async () => {
    const flow = (await shippedLibrary()).flows.get("merchant-signup");
    const variant = flow?.variant({ portal: "terminal", market: "US", environment: "LOCAL" });
    const screen = [...(variant?.screens.values() ?? [])].find(
      ({ definition }) => definition.form === "order",
    );
    const form = variant?.forms.get("order");
    if (variant === undefined || screen === undefined || form === undefined)
      throw new Error("there is no order");
    const segments = variant.config["segments"] as Readonly<Record<string, string>>;
    const industries = flow?.collections.get("industries")?.things ?? new Map();
    const [restaurant = ""] =
      [...industries].find(([, { mcc }]) => mcc === segments["RESTAURANT"]) ?? [];
    const [other = ""] =
      [...industries].find(([, { mcc }]) => mcc !== segments["RESTAURANT"]) ?? [];
    const begins = (category: string) =>
      untouchedData(
        variant,
        screen,
        form,
        buildFacts(
          variant,
          { company: { category } },
          {
            now: "2026-03-01T12:00:00Z",
            locale: "en-US",
            signedIn: true,
            variant: variant.variant,
            uuids: [],
          },
        ),
      )["solution"];
    expect([restaurant, other]).not.toContain("");
    expect([begins(restaurant), begins(other)]).toEqual(["RESTAURANT", undefined]);
  });
});
