import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;

const problemsAfter = (path: string, from: string | RegExp, to: string) => {
  const text = shipped.get(path) ?? "";
  const changed = mustReplace(text, from, to);
  const result = compileFlow(new Map([...shipped, [path, changed]]), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-COPY-UNFILLED")
    .map(({ severity, file, message }) => `${severity} ${file} ${message}`);
};

describe("checkPlaces()", () => {
  it("finds nothing in the flow as it is shipped", () => {
    expect(problemsAfter("flows/library-card/flow.yaml", "", "")).toEqual([]);
  });

  it("finds a place in a title that nothing fills", () => {
    expect(
      problemsAfter(
        "content/library-card/en-US/screens/confirm.yaml",
        /^title: "/m,
        'title: "{reader}, ',
      ),
    ).toEqual([
      'error content/library-card/en-US/screens/confirm.yaml Nothing fills {reader} of the text "screens.confirm.title" in en-US',
    ]);
  });

  it("finds none in a title that the screen's `with` fills", () => {
    const path = "flows/library-card/screens/confirm.yaml";
    const filled = new Map(shipped).set(
      path,
      `${shipped.get(path) ?? ""}\nwith: { reader: { var: reader.name } }\n`,
    );
    for (const [copy, text] of shipped)
      if (/^content\/library-card\/[^/]+\/screens\/confirm\.yaml$/.test(copy))
        filled.set(copy, mustReplace(text, /^title: "/m, 'title: "{reader}, '));
    const result = compileFlow(filled, "library-card", ["LOCAL"]);
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([]);
  });
});
