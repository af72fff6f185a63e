import { describe, expect, it } from "vitest";
import { told, type Slip } from "../../../childcare-flow.ts";

const [SANDBOX, PARTNER, WORK] = [
  "flows/sandbox/ministry.yaml",
  "flows/screens/partner.yaml",
  "schemas/forms/work.yaml",
] as const;
const SKIP = "not: { household.status: [married, common-law] }";

type Case = readonly [what: string, slips: readonly Slip[], found: readonly string[]];

const cases = (code: string, all: readonly Case[]) =>
  it.each(all)(`${code}: %s`, async (_, slips, found) => {
    const problems = await told(code, ...slips);
    expect(problems).toEqual(found.map((each) => expect.stringContaining(each) as string));
  });

describe("WrittenValuesCheck of a choice that no form offers", () => {
  const asked: Slip = [PARTNER, SKIP, "match: { work.situation: looking }"];
  cases("FLOW-RULE-VALUE", [
    ["takes one that is offered", [asked], []],
    [
      "names one that is never offered",
      [
        asked,
        [
          WORK,
          "    x-widget: select\n",
          "    x-widget: select\n    x-offered: { looking: false }\n",
        ],
      ],
      [
        `${PARTNER}:8 "work.situation" is never "looking": state.yaml lists it, but no form offers it`,
      ],
    ],
  ]);
});

describe("BoundsCheck", () => {
  const skip = (rule: string): readonly Slip[] => [[PARTNER, `skip:\n  ${SKIP}`, `skip: ${rule}`]];
  cases("FLOW-RULE-VALUE", [
    ["takes a number within the bounds", skip("{ '>': [{ var: household.size }, 11] }"), []],
    ["takes a number that no answer is below", skip("{ '<': [{ var: household.size }, 1] }"), []],
    [
      "names a number above the bounds",
      skip("{ '>': [{ var: household.size }, 12] }"),
      ['"household.size" is never above 12: its form takes 1 to 12'],
    ],
    [
      "names a number on the left",
      skip("{ '<': [20, { var: household.size }] }"),
      ['"household.size" is never above 20'],
    ],
    ["names an equal number", skip("{ match: { care.days: 6 } }"), ['"care.days" is never 6']],
  ]);
});

describe("checkDurations()", () => {
  const added = (ms: string): readonly Slip[] => [["schemas/forms/care.yaml", "7776000000", ms]];
  cases("FLOW-DURATION", [
    ["takes milliseconds", added("7776000000"), []],
    ["takes a minute and a half", added("90000"), []],
    ["names days in seconds", added("604800"), ["604800 of them are 10.1 minutes"]],
    ["names days", added("90"), ["90 of them are 90 milliseconds"]],
  ]);
});

describe("checkSandboxValues()", () => {
  cases("FLOW-SANDBOX", [
    [
      "names a number where a text is sent",
      [[SANDBOX, "sent.body.income: '250000.00'", "sent.body.income: 250000"]],
      [`${SANDBOX}:20 The row "refused" never answers: "sent.body.income" is never 250000`],
    ],
    [
      "names an answer that is no choice",
      [[SANDBOX, "decision: granted", "decision: approved"]],
      ['"decision" is never "approved", it is not among its choices'],
    ],
    [
      "names an answer of another kind",
      [[SANDBOX, "valid: false", "valid: 'no'"]],
      ['"valid" is never "no", it is a yes or no'],
    ],
  ]);
});

describe("checkChoices()", () => {
  cases("FLOW-COPY-SAME", [
    [
      "names two choices with the same words",
      [["content/en-CA/screens/work.yaml", '"A student"', '"Employed"']],
      ['Two choices of the field "situation" read "Employed" in en-CA: "employed" and "student"'],
    ],
  ]);
  cases("FLOW-FIELD-NONE", [
    ["takes a none that is taken alone", [], []],
    [
      "names a none beside others",
      [["schemas/forms/needs.yaml", "    x-none: none\n", ""]],
      ['The field "needs" takes "none" beside its other choices'],
    ],
  ]);
});

describe("checkMissingDone() and checkTextsAsConditions()", () => {
  it("suggest the part of the state that fits a form without `binds`", async () => {
    const slip: Slip = ["flows/screens/needs.yaml", "binds: needs\n", ""];
    expect(await told("FLOW-DONE-NONE", slip)).toHaveLength(1);
  });

  cases("FLOW-RULE-TRUTH", [
    [
      "names the bare truth of a required yes or no",
      [[PARTNER, SKIP, "match: { residency.otherHelp: true }"]],
      ['"residency.otherHelp: true" means that there is an answer'],
    ],
  ]);
});
