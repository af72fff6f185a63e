import { describe, expect, it } from "vitest";
import { told, type Slip } from "../../../../childcare-flow.ts";

const later = (...slips: readonly Slip[]) => told("FLOW-ORDER-LATER", ...slips);
const CODE_FIRST: Slip = ["flows/flow.yaml", "email, code,", "code, email,"];
const field = (rule: string): Slip => [
  "schemas/forms/household.yaml",
  "size: { type: integer,",
  `size: { type: integer, x-when: ${rule},`,
];

describe("checkGivenLater()", () => {
  it("reports a call that sends what only a later screen gives, even where it sends it again", async () => {
    expect(await later(CODE_FIRST)).toEqual([
      'flows/screens/code.yaml:11 The call "checkCode" of the screen "code" sends "email.codeId", which only the screen "email" gives, later in the sequence "application"',
    ]);
  });

  it("takes a field that is never saved for no place, although it names one", async () => {
    const unsaved: Slip = [
      "schemas/forms/code.yaml",
      "    x-transient: true",
      "    x-transient: true\n    x-bind: email.codeId",
    ];
    expect(await later(CODE_FIRST, unsaved)).toEqual(await later(CODE_FIRST));
  });

  it("reports nothing in the right order, or where the value may be missing", async () => {
    expect(await later()).toEqual([]);
    const optional: readonly Slip[] = [
      [
        "flows/calls/post.yaml",
        "codeId: { var: email.codeId }",
        "codeId: { optional: { var: email.codeId } }",
      ],
      [
        "flows/calls/post.yaml",
        "to: { var: email.address }",
        "to: { optional: { var: email.address } }",
      ],
    ];
    expect(await later(CODE_FIRST, ...optional)).toEqual([]);
  });

  it("reports nothing where something else gives the value", async () => {
    const timer: Slip = [
      "flows/flow.yaml",
      "set: { application.closed: true }",
      "set: { application.closed: true, email.codeId: x, email.address: y }",
    ];
    expect(await later(CODE_FIRST, timer)).toEqual([]);
  });

  it("warns of a field that is asked by an answer of a later screen", async () => {
    const [first, ...others] = await later(field("{ match: { work.situation: employed } }"));
    expect(first).toContain('"size" reads "work.situation", which only the screen "work" gives');
    expect(others).toEqual([]);
    expect(await later(field("{ match: { residency.inProvince: 'yes' } }"))).toEqual([]);
  });

  const household = (rule: string): Slip => [
    "flows/screens/household.yaml",
    "path:",
    `${rule}\npath:`,
  ];

  it.each([
    ["skip: { match: { work.situation: employed } }", "skip"],
    ["skip: { in: [{ var: work.situation }, [employed, studying]] }", "skip"],
    ["skip: { or: [{ match: { work.situation: a } }, { match: { work.situation: b } }] }", "skip"],
    ["allow: { match: { work.situation: true } }", "allow"],
    ["done: { match: { work.situation: true, household.size: true } }", "done"],
  ])("warns of a rule that cannot hold before a later screen: %s", async (rule, word) => {
    expect(await later(household(rule))).toEqual([
      expect.stringMatching(
        `^flows/screens/household.yaml:\\d+ "${word}" of the screen "household" needs "work.situation", which only the screen "work" gives, later in the sequence "application"`,
      ),
    ]);
  });

  it.each([
    ["of an earlier screen", "skip: { match: { residency.inProvince: 'no' } }"],
    ["that may hold without it", "skip: { match: { work.situation: false } }"],
    ["with a default", "skip: { '===': [{ default: [{ var: work.situation }, none] }, none] }"],
    [
      "with another way to hold",
      "skip: { or: [{ match: { work.situation: a } }, { match: { residency.inProvince: 'no' } }] }",
    ],
  ])("takes a rule %s", async (_, rule) => {
    expect(await later(household(rule))).toEqual([]);
  });
});
