import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const HINTS = "flows/library-card/screens/hints.yaml";
const FRONT = "flows/library-card/flow.yaml";
const TABLE = "flows/library-card/transitions/from-hints.yaml";

/** What the check says of circles, with a page "hints" and the rows that follow its action. */
function circlesWith(
  actions: string,
  rows: string,
  others: Readonly<Record<string, string>> = {},
): readonly string[] {
  const sources = new Map([...shipped, ...Object.entries(others)])
    .set(
      HINTS,
      `screen: hints\npath: /{applicationId}/hints\nkind: information\nactions:\n${actions}`,
    )
    .set(TABLE, `table: from-hints\nrows:\n${rows}`);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  const problems = result.ok ? result.warnings : result.problems;
  return problems.filter(({ code }) => code === "FLOW-SCREEN-CIRCLE").map(({ message }) => message);
}

const ON = "  on: { form: false, then: from-hints }\n";
const AGREED = "  - { id: on, when: { guard: consentGiven }, to: confirm }\n";
const AGAIN = "  - { id: again, to: hints }\n";

describe("checkStandstill()", () => {
  it("names a state in which a table leads back to its own page", () => {
    expect(circlesWith(ON, AGREED + AGAIN)).toEqual([
      expect.stringMatching(/^Where .*consent.parent is missing.*"hints" offers leads back to it/),
    ]);
  });

  it("reports nothing where another action leads on", () => {
    expect(circlesWith(`${ON}  home: { form: false, then: resume }\n`, AGREED + AGAIN)).toEqual([]);
  });

  it("reports nothing where the action changes something, or a row gives a reason", () => {
    const sets = "  - { id: again, set: { application.confirmed: true }, to: hints }\n";
    expect(circlesWith(ON, AGREED + sets)).toEqual([]);
    const says = "  - { id: again, notify: { copy: errors.generic, tone: error }, to: hints }\n";
    expect(circlesWith(ON, AGREED + says)).toEqual([]);
  });

  it("reports nothing where a timer may change the state meanwhile", () => {
    const timer =
      "unknownPath: lost\ntimers:\n  go: { description: Goes on, when: { guard: started }, since: change, after: 1 day, then: [{ id: went, set: { application.confirmed: true }, stay: true }] }\n";
    const front = mustReplace(shipped.get(FRONT) ?? "", "unknownPath: lost\n", timer);
    expect(circlesWith(ON, AGREED + AGAIN, { [FRONT]: front })).toEqual([]);
  });
});
