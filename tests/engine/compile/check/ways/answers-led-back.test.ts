import { describe, expect, it } from "vitest";
import { told, type Slip } from "../../../../childcare-flow.ts";

const SCREEN = "flows/screens/residency.yaml";
const FORM = "schemas/forms/residency.yaml";
const circles = (...slips: readonly Slip[]) => told("FLOW-FORM-CIRCLE", ...slips);
const forgotten: Slip = [
  "flows/guards.yaml",
  "match: [{ residency.inProvince: 'no' }, { residency.otherHelp: 'yes' }]",
  "match: { residency.inProvince: 'no' }",
];

describe("combinationsLedBack()", () => {
  it("names choices that a form takes and that lead back to it", async () => {
    expect(await circles(forgotten)).toEqual([
      `${SCREEN}:9 Where residency.inProvince is "yes" and residency.otherHelp is "yes", the form of the screen "residency" takes the answers and leads back to itself, and says nothing`,
    ]);
  });

  it("says nothing where each combination leads on, or is told why not", async () => {
    expect(await circles()).toEqual([]);
    const message = "stay: { error: validation.choose } }\n      - { id: eligible,";
    const says: Slip = [
      SCREEN,
      "- { id: eligible,",
      `- { id: helped, match: { residency.otherHelp: 'yes' }, ${message}`,
    ];
    expect(await circles(forgotten, says)).toEqual([]);
  });

  it("leaves out choices that the form refuses", async () => {
    const refusing: Slip = [
      FORM,
      "properties:",
      "x-rules: [{ id: helped, when: { '===': [{ var: form.otherHelp }, 'yes'] }, field: otherHelp, message: validation.choose }]\nproperties:",
    ];
    expect(await circles(forgotten, refusing)).toEqual([]);
  });
});
