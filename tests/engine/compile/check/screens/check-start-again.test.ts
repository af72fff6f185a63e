import { describe, expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const FLOW = "flows/library-card/flow.yaml";
const START = "flows/library-card/screens/start.yaml";
const shipped = await shippedSources;

/** What the check says of beginning anew, once a text of the library card is another one. */
async function said(file: string, from: string, to: string): Promise<readonly string[]> {
  const changed = mustReplace(shipped.get(file) ?? "", from, to);
  return (await cardProblems({ [file]: changed })).flatMap(
    ({ code, severity, file: at, message }) =>
      code === "FLOW-START-AGAIN" ? [`${severity} ${at} ${message}`] : [],
  );
}

const ROW = "{ id: anew, leave: { kind: start-again, erase: true } }";

describe("checkStartAgain()", () => {
  it("takes the library card", async () => {
    expect(await cardProblems({})).toEqual([]);
  });

  it("wants an action that asks first", async () => {
    expect(await said(START, "    confirm: true\n", "")).toEqual([
      `error ${START} The action "again" starts again without asking first: its \`confirm\` names what is lost`,
    ]);
  });

  it("wants a flow that says what is handed in", async () => {
    expect(await said(FLOW, "handedIn: { var: application.confirmed }\n", "")).toEqual([
      expect.stringMatching(/flow\.yaml has no "handedIn"/),
    ]);
  });

  it.each([
    ["an onOpen table", "onOpen: [{ id: anew, leave: { kind: start-again } }]\nillustration"],
    ["a load", "load: again\nillustration"],
    ["a poll", "poll: { action: again, everyMs: 1000, untilMs: 9000 }\nillustration"],
  ])("refuses %s", async (_, to) => {
    expect(await said(START, "illustration", to)).toContainEqual(
      expect.stringMatching(/starts again without a press/),
    );
  });

  it.each([
    ["a timer", "timers:\n  late: { description: Late, after: 3 days, then: [ROW] }\n"],
    ["the entry table", "entry: [ROW]\n"],
    [
      "a mailed link",
      "mailedLinks:\n  late: { description: Late, lifetime: 3 days, then: [ROW] }\n",
    ],
  ])("refuses %s", async (_, member) => {
    const changed = member.replace("ROW", ROW);
    expect(await said(FLOW, "handedIn:", `${changed}handedIn:`)).toContainEqual(
      expect.stringMatching(/The row "anew" starts again without a press/),
    );
  });

  it.each([
    ["query", "leave: { kind: start-again, query: { a: b } }", "takes no `query`"],
    ["erase", "leave: { kind: sign-out, erase: true }", 'the exit "sign-out" erases nothing'],
  ])("refuses %s of another exit", async (_, to, message) => {
    expect(await said(START, "leave: { kind: start-again, erase: true }", to)).toContainEqual(
      expect.stringContaining(message),
    );
  });

  it("refuses a misspelt kind, and says which was meant", async () => {
    const changed = mustReplace(shipped.get(START) ?? "", "start-again", "startAgain");
    expect(await cardProblems({ [START]: changed })).toContainEqual(
      expect.objectContaining({ code: "FLOW-SHAPE", suggestion: "start-again" }),
    );
  });
});
