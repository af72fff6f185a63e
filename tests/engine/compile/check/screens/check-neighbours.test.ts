import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const CONFIRM = "flows/library-card/screens/confirm.yaml";

/** Problems of the library card after texts of its files were replaced. */
function problemsAfter(
  ...changes: readonly (readonly [path: string, from: string, to: string])[]
): readonly string[] {
  const sources = new Map(shipped);
  for (const [path, from, to] of changes) {
    const text = sources.get(path) ?? "";
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    sources.set(path, mustReplace(text, from, to));
  }
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-NEIGHBOUR")
    .map(({ severity, file, line, message }) => `${severity} ${file}:${line} ${message}`);
}

describe("checkNeighbours()", () => {
  it("takes a neighbour that is there", () => {
    expect(problemsAfter()).toEqual([]);
  });

  it.each([
    [
      "a screen in no sequence",
      [
        [
          "flows/library-card/flow.yaml",
          "screens: [reader, consent, confirm]",
          "screens: [reader, consent]",
        ],
      ],
      `error ${CONFIRM}:17 "previous" leads nowhere: the screen "confirm" is in no sequence`,
    ],
    [
      "the first screen of its sequence",
      [
        [
          "flows/library-card/flow.yaml",
          "screens: [reader, consent, confirm]",
          "screens: [confirm, reader, consent]",
        ],
      ],
      `error ${CONFIRM}:17 "previous" leads nowhere: the screen "confirm" is the first of the sequence "application"`,
    ],
    [
      "neighbours that never exist",
      [
        ["flows/library-card/screens/reader.yaml", "kind: form", "kind: form\nexists: false"],
        [
          "flows/library-card/screens/consent.yaml",
          "skip: { '!': { guard: child } }",
          "skip: true",
        ],
      ],
      `error ${CONFIRM}:17 "previous" leads nowhere: no screen before "confirm" in the sequence "application" ever exists`,
    ],
  ] as const)("finds %s", (_, changes, expected) => {
    expect(problemsAfter(...changes)).toEqual([expected]);
  });

  it("finds a row of a table that an action of such a screen asks", () => {
    const found = problemsAfter([
      "flows/library-card/transitions/resume.yaml",
      "when: { '!': { guard: started } }, to: start }",
      "when: { '!': { guard: started } }, to: next }",
    ]);
    expect(found).toEqual([
      expect.stringContaining(
        'error flows/library-card/transitions/resume.yaml:6 "next" leads nowhere: the screen "start" is in no sequence, and its action "continue" asks this table',
      ),
    ]);
  });
});

describe("checkNeighbours() of a screen that checks answers", () => {
  const review = [CONFIRM, "kind: information\n", "kind: information\nreview: true\n"] as const;

  it("takes one in a sequence", () => {
    expect(problemsAfter(review)).toEqual([]);
  });

  it("refuses one in no sequence, which nothing leads back to", () => {
    const flow = "flows/library-card/flow.yaml";
    const away = [
      flow,
      "screens: [reader, consent, confirm]",
      "screens: [reader, consent]",
    ] as const;
    expect(problemsAfter(review, away)).toContainEqual(
      expect.stringContaining('Nothing leads back to the screen "confirm": it is in no sequence'),
    );
  });
});
