import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const CONFIRM = "flows/library-card/screens/confirm.yaml";
const RESUME = "flows/library-card/transitions/resume.yaml";

/** What the check says of resumption, after a change to a file. */
function resumptionOf(file: string, from: string, to: string): readonly string[] {
  const sources = new Map(shipped).set(file, mustReplace(shipped.get(file) ?? "", from, to));
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  const problems = result.ok ? result.warnings : result.problems;
  return problems
    .filter(({ code }) => code === "FLOW-RESUME-OPEN")
    .map(({ severity, message }) => `${severity}: ${message}`);
}

/** The page where readers confirm, open under another condition. */
function confirmWhile(rule: string): readonly string[] {
  return resumptionOf(CONFIRM, "{ guard: consentGiven },", `{ guard: consentGiven }, ${rule},`);
}

describe("checkEnds() about resumption", () => {
  it("refuses a state that an answer of a form leads to, by a rule about dates as well", () => {
    const row =
      "  - { id: consent-missing, when: { '!': { guard: consentGiven } }, to: consent }\n";
    expect(resumptionOf(RESUME, row, "")).toEqual([
      expect.stringMatching(/^error: Resumption finds no screen that may be shown/),
    ]);
  });

  it("refuses a state in which a part of a listed value is missing", () => {
    expect(confirmWhile("{ in: [else, { var: reader.lives }] }")).toEqual([
      expect.stringMatching(/^error: .*reader\.lives is "here"/),
    ]);
  });

  it("reports nothing where every listed value has the part", () => {
    expect(confirmWhile("{ in: [here, { var: reader.lives }] }")).toEqual([]);
  });

  it("warns, with the rule's name, where no answer of a form shows such a state", () => {
    expect(confirmWhile("{ in: [' ', { var: reader.name }] }")).toEqual([
      expect.stringMatching(/^warning: .*generated answers do not decide: reader\.name has “ ”/),
    ]);
  });
});

describe("checkEnds() about screens without a way to an end", () => {
  it("takes starting again for no end", () => {
    const sources = new Map(shipped).set(
      CONFIRM,
      mustReplace(
        shipped.get(CONFIRM) ?? "",
        "set: { application.confirmed: true }, to: done",
        "confirm: true, then: [{ id: anew, leave: { kind: start-again, erase: true } }]",
      ),
    );
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    const problems = result.ok ? result.warnings : result.problems;
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: "FLOW-SCREEN-ENDLESS",
        message: expect.stringContaining('from the screen "confirm"'),
      }),
    );
  });
});
