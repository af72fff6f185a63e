import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { shippedSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await shippedSources;
const ORDER = "schemas/merchant-signup/forms/order.yaml";
const SCREEN = "flows/merchant-signup/screens/order.yaml";

function problemsOf(path: string, from: string, to: string) {
  const text = shipped.get(path) ?? "";
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  const result = compileFlow(
    new Map([...shipped, [path, mustReplace(text, from, to)]]),
    "merchant-signup",
    ["LOCAL"],
  );
  return (result.ok ? [] : result.problems)
    .filter(({ severity }) => severity === "error")
    .map(({ code, file }) => `${code} ${file}`);
}

describe("what a page is told so that it can follow what is typed", () => {
  it.each([
    ["a number of a person", "{ var: applicant.ssn4 }"],
    ["all that is known of a person", "{ length: { object: [a, { var: applicant }] } }"],
    ["who is signed in", "{ var: visitor.email }"],
    ["where it is sent", "{ var: order.address.line1 }"],
  ])("is not %s", (_, rule) => {
    expect(problemsOf(ORDER, "x-computed: { value: orderTotal }", `x-computed: ${rule}`)).toContain(
      `FLOW-LIVE-PRIVATE ${ORDER}`,
    );
  });

  it("is nothing that a catalogue says", () => {
    expect(
      problemsOf(
        ORDER,
        "x-computed: { value: orderTotal }",
        "x-computed: { lookup: [industries, { var: company.category }, mcc] }",
      ),
    ).toContain(`FLOW-LIVE ${ORDER}`);
  });

  it("is for hidden fields, and for facts", () => {
    expect(
      problemsOf(ORDER, "x-widget: hidden, x-transient", "x-widget: quantity, x-transient"),
    ).toContain(`FLOW-LIVE ${ORDER}`);
    expect(
      problemsOf(
        SCREEN,
        "{ id: charged, kind: notice,",
        "{ id: charged, live: true, kind: notice,",
      ),
    ).toContain(`FLOW-LIVE ${SCREEN}`);
  });
});
