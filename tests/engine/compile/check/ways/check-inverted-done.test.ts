import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const FLOW = "flows/clinic/flow.yaml";
const screen = (id: string) => `flows/clinic/screens/${id}.yaml`;

/** Problems of a `done`, by code, of the clinic's form with one text replaced. */
function problemsOf(file: string, from: string, to: string): readonly string[] {
  const text = mustReplace(sources.get(file), from, to);
  const result = compileFlow(new Map([...sources, [file, text]]), "clinic", ["CI"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code.startsWith("FLOW-DONE"))
    .map(({ code, line, message }) => `${code}:${line} ${message}`);
}

const CODE = "done: { var: email.confirmed }";
const phase = (rules: string) =>
  `phases:\n  - { id: code, description: d, section: phase, screens: [email-code]${rules} }\nend: registered`;

describe("checkInvertedDone()", () => {
  it.each([
    [
      "of what its button sets",
      screen("email-code"),
      CODE,
      "done: { '!': { var: email.confirmed } }",
    ],
    [
      "of its answer",
      screen("doctor"),
      "binds: doctor",
      "binds: doctor\ndone: { match: { doctor.had: false } }",
    ],
    [
      "of one answer among others",
      screen("address"),
      "binds: home",
      "binds: home\ndone: { missing: [home.street, home.town] }",
    ],
  ])("names a screen with the opposite %s", (_, file, from, to) => {
    expect(problemsOf(file, from, to).join("\n")).toContain(
      "is done while nothing of it is answered, and no longer once it is",
    );
  });

  it("names a phase with the opposite of its `done`", () => {
    const rules = ", done: { match: { email.confirmed: false } }";
    expect(problemsOf(FLOW, "end: registered", phase(rules))).toEqual([
      expect.stringContaining(
        'FLOW-DONE-INVERTED:19 The phase "code" is done while nothing of it is answered',
      ) as string,
    ]);
  });

  it("names a step-up that is done wherever its questions are open", () => {
    const rules = ", stepUp: true, done: { match: { registration-open: true } }";
    expect(problemsOf(FLOW, "end: registered", phase(rules))).toEqual([
      expect.stringContaining('The phase "code" is done wherever its questions are open') as string,
    ]);
  });

  it.each([
    [
      "a phase that is done as it should be",
      FLOW,
      "end: registered",
      phase(", done: { match: { email.confirmed: true } }"),
    ],
    [
      "a phase that is about something else",
      FLOW,
      "end: registered",
      phase(", done: { match: { home.served: false } }"),
    ],
    [
      "a screen that need not be asked",
      screen("doctor"),
      "binds: doctor",
      "binds: doctor\ndone: { match: [{ home.served: false }, { doctor.had: true }] }",
    ],
    [
      "what the screen itself sets and takes back",
      screen("email-code"),
      "- { id: confirmed, set: { email.confirmed: true }, to: next }\n  resend",
      "- { id: again, match: { answer.code: true }, set: { email.confirmed: false }, to: next }\n      - { id: confirmed, set: { email.confirmed: true }, to: next }\n  resend",
    ],
  ])("takes %s", (_, file, from, to) => {
    expect(problemsOf(file, from, to)).toEqual([]);
  });
});

describe("checkDone()", () => {
  it("names a `done` that nothing of the page changes", () => {
    const done = "binds: doctor\ndone: { match: { home.street: true } }";
    expect(problemsOf(screen("doctor"), "binds: doctor", done)).toEqual([
      expect.stringContaining('FLOW-DONE-LACKS:7 The screen "doctor" of the sequence') as string,
    ]);
  });
});

describe("checkHeldBack()", () => {
  it("says of an answer in an entry of a list that it is kept there", () => {
    const doctor = screen("doctor");
    const state = "schemas/clinic/state.yaml";
    const edited = new Map([
      ...sources,
      [
        doctor,
        mustReplace(
          mustReplace(
            sources.get(doctor),
            "binds: doctor",
            "binds: family.members.[{params.memberId}]",
          ),
          "/doctor",
          "/doctor/{memberId}",
        ),
      ],
    ] as const);
    const items = mustReplace(
      edited.get(state),
      "            id: { type: string }\n",
      "            id: { type: string }\n            had: { type: string, enum: ['yes', 'no'] }\n",
    );
    const result = compileFlow(new Map([...edited, [state, items]]), "clinic", ["CI"]);
    const found = (result.ok ? result.warnings : result.problems).filter(
      ({ code }) => code === "FLOW-DONE-NONE",
    );
    expect(found.map(({ message }) => message).join("\n")).toContain(
      'its answer "had" is required and kept in an entry of a list',
    );
  });
});
