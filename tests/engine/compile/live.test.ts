import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { shippedSources } from "../../definitions.ts";
import { parse } from "yaml";
import { addAt, setAt } from "../../edit-yaml.ts";

const shipped = await shippedSources;
const ORDER = "schemas/merchant-signup/forms/order.yaml";
const SCREEN = "flows/merchant-signup/screens/order.yaml";

const TOTAL = "properties/total/x-computed";

function problemsOf(path: string, change: (text: string) => string) {
  const changed = change(shipped.get(path) ?? "");
  const result = compileFlow(new Map([...shipped, [path, changed]]), "merchant-signup", ["LOCAL"]);
  return (result.ok ? [] : result.problems)
    .filter(({ severity }) => severity === "error")
    .map(({ code, file }) => `${code} ${file}`);
}

describe("live values of a page", () => {
  it.each([
    ["a number of a person", "{ var: applicant.ssn4 }"],
    ["all that is known of a person", "{ length: { object: [a, { var: applicant }] } }"],
    ["who is signed in", "{ var: visitor.email }"],
    ["where it is sent", "{ var: order.address.line1 }"],
  ])("is not %s", (_, rule) => {
    expect(problemsOf(ORDER, (text) => setAt(text, TOTAL, parse(rule)))).toContain(
      `FLOW-LIVE-PRIVATE ${ORDER}`,
    );
  });

  it("exclude values of a catalogue", () => {
    expect(
      problemsOf(ORDER, (text) =>
        setAt(text, TOTAL, { lookup: ["industries", { var: "company.category" }, "mcc"] }),
      ),
    ).toContain(`FLOW-LIVE ${ORDER}`);
  });

  it("exclude hidden fields and facts", () => {
    expect(
      problemsOf(ORDER, (text) => setAt(text, "properties/total/x-widget", "quantity")),
    ).toContain(`FLOW-LIVE ${ORDER}`);
    expect(problemsOf(SCREEN, (text) => addAt(text, "blocks/trial/live", true))).toContain(
      `FLOW-LIVE ${SCREEN}`,
    );
  });
});
