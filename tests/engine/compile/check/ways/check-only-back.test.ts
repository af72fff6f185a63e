import { describe, expect, it } from "vitest";
import { told, type Slip } from "../../../../childcare-flow.ts";

const FEE = "flows/screens/fee.yaml";
const AGAIN = `  send:
    style: primary
    match: { fee.paid: true }
    not: { application.decision: true }
    call: assess
    then: assessed
`;
const stuck = (...slips: readonly Slip[]) => told("FLOW-SCREEN-STUCK", ...slips);
const once: Slip = [FEE, AGAIN, ""];

describe("checkOnlyBack()", () => {
  it("reports a screen that offers only Back once its call has failed", async () => {
    expect(await stuck(once)).toEqual([
      `${FEE}:11 Where fee.paid is true and application.decision is missing, the screen "fee" is not done and offers nothing but the way back, to screens that change nothing of it`,
    ]);
  });

  it("reports nothing where an action is left, or the screen is done", async () => {
    expect(await stuck()).toEqual([]);
    expect(await stuck(once, [FEE, "application.decision: true }", "fee.paid: true }"])).toEqual(
      [],
    );
  });

  it("takes a field that is never saved for no change", async () => {
    const unsaved: Slip = [
      "schemas/forms/code.yaml",
      "    x-transient: true",
      "    x-transient: true\n    x-bind: fee.paid",
    ];
    expect(await stuck(once, unsaved)).toEqual(await stuck(once));
  });

  it("reports nothing where another screen or a timer changes what it waits for", async () => {
    const earlier: Slip = [
      "flows/screens/care.yaml",
      "submit: { to: next }",
      "submit: { set: { fee.paid: null }, to: next }",
    ];
    expect(await stuck(once, earlier)).toEqual([]);
    const timer: Slip = [
      "flows/flow.yaml",
      "set: { application.closed: true }",
      "set: { application.closed: true, fee.paid: null }",
    ];
    expect(await stuck(once, timer)).toEqual([]);
  });
});
