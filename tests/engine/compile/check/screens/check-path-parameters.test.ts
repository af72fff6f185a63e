import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const OWNER = "flows/merchant-signup/screens/owner.yaml";

const problemsAfter = (path: string, from: string, to: string, flow = "merchant-signup") => {
  const text = shipped.get(path) ?? "";
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  const result = compileFlow(new Map([...shipped, [path, mustReplace(text, from, to)]]), flow, [
    "LOCAL",
  ]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-PATH-PARAMETER")
    .map(
      ({ severity, file, line, message, suggestion }) =>
        `${severity} ${file}:${line} ${message} (${suggestion ?? ""})`,
    );
};

describe("checkPathParameters()", () => {
  it("finds binds with a parameter that the path lacks, with a suggestion", () => {
    expect(
      problemsAfter(OWNER, "binds: owners.[{params.ownerId}]", "binds: owners.[{params.ownreId}]"),
    ).toEqual([
      `error ${OWNER}:9 The path /{applicationId}/owners/{ownerId} of the screen "owner" has no parameter "ownreId": it is always empty here (ownerId)`,
    ]);
  });

  it("finds a rule of a screen that reads a parameter which its path lacks", () => {
    expect(
      problemsAfter(
        "flows/library-card/screens/confirm.yaml",
        "when: { guard: paysFee } }\n  - id: answers",
        "when: { '!!': { var: params.readerId } } }\n  - id: answers",
        "library-card",
      ),
    ).toEqual([
      'error flows/library-card/screens/confirm.yaml:7 The path /{applicationId}/confirm of the screen "confirm" has no parameter "readerId": it is always empty here ({readerId} in the path)',
    ]);
  });
});
