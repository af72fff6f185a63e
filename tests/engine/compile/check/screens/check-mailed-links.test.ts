import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const FLOW = "flows/clinic/flow.yaml";
const CALLS = "flows/clinic/calls/post.yaml";
const sources = await readSources(CLINIC, PROJECT);

/** Problems of the clinic's form with one text replaced. */
function problems(file: string, from: string, to: string) {
  const text = mustReplace(sources.get(file) ?? "", from, to);
  const result = compileFlow(new Map([...sources, [file, text]]), "clinic", ["CI"]);
  return (result.ok ? result.warnings : result.problems).map(
    ({ code, suggestion }) => [code, suggestion] as const,
  );
}

describe("checkMailedLinks()", () => {
  it("accepts a link that confirms and a link that resumes", () => {
    expect(compileFlow(sources, "clinic", ["CI"]).ok).toBe(true);
  });

  it("reports a mail without texts, whether or not its service names templates", () => {
    const services = "flows/clinic/services.yaml";
    const bare = new Map(sources)
      .set(services, mustReplace(sources.get(services) ?? "", "    templates: mail\n", ""))
      .set(CALLS, mustReplace(sources.get(CALLS) ?? "", "template: go-on", "template: go-no"));
    const result = compileFlow(bare, "clinic", ["CI"]);
    const told = result.ok ? [] : result.problems;
    expect(told.map(({ code }) => code)).toEqual(["FLOW-NAME"]);
    expect(told[0]).toMatchObject({ message: 'There is no mail "go-no"', suggestion: "go-on" });
  });

  it.each([
    ["an unknown link", CALLS, "opens: go-on", "opens: go-no", "FLOW-NAME", "go-on"],
    [
      "a member that says what flow.yaml says",
      CALLS,
      "{ opens: go-on }",
      "{ opens: go-on, lifetimeMs: 1000 }",
      "FLOW-NAME",
      "mailedLinks: { go-on: … } in flow.yaml",
    ],
    ["a misspelled unit", FLOW, "lifetime: 2 days", "lifetime: 2 dayz", "FLOW-LINK-TIME", "2 days"],
    [
      "a lifetime of zero",
      FLOW,
      "lifetime: 2 days",
      "lifetime: 0 days",
      "FLOW-LINK-TIME",
      "7 days",
    ],
    [
      "a link about this moment",
      FLOW,
      "lifetime: 2 days\n    about: { var: email.address }",
      "lifetime: 2 days\n    about: { var: now }",
      "FLOW-LINK-ABOUT",
      "a value of the state, such as the address that it is mailed to",
    ],
    [
      "a link that does nothing",
      FLOW,
      "admits: true",
      "admits: false",
      "FLOW-LINK-NOTHING",
      "admits: true, or then: with rows",
    ],
    [
      "a link that no call sends",
      CALLS,
      "      link: { opens: confirm-email }\n",
      "",
      "FLOW-LINK-NOTHING",
      "link: { opens: confirm-email } in the body of a call",
    ],
    ["a link without words", FLOW, "admits: true", "admits: false", "FLOW-COPY-MISSING", undefined],
  ])("reports %s", (_, file, from, to, code, suggestion) => {
    expect(problems(file, from, to)).toContainEqual([code, suggestion]);
  });
});
