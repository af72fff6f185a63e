import { describe, expect, it } from "vitest";
import { withoutConsequences } from "../../../engine/compile/consequences.ts";
import type { DefinitionProblem } from "../../../engine/language/problem.ts";

const problem = (code: string, severity: DefinitionProblem["severity"] = "error") => ({
  code,
  severity,
  message: code,
  file: "flow.yaml",
  line: 1,
  column: 1,
});

function codesAfter(...problems: readonly DefinitionProblem[]): readonly string[] {
  return withoutConsequences(problems).map(({ code }) => code);
}

describe("withoutConsequences()", () => {
  it("leaves out what an error explains, wherever it stands in the list", () => {
    expect(
      codesAfter(
        problem("FLOW-SCREEN-UNREACHABLE"),
        problem("FLOW-NAME"),
        problem("FLOW-NEIGHBOUR"),
      ),
    ).toEqual(["FLOW-NAME"]);
  });

  it("keeps the same problem where nothing explains it", () => {
    const unread = problem("FLOW-STATE-UNUSED", "warning");
    expect(codesAfter(unread)).toEqual(["FLOW-STATE-UNUSED"]);
    expect(codesAfter(unread, problem("FLOW-LAYER"))).toEqual(["FLOW-STATE-UNUSED", "FLOW-LAYER"]);
  });

  it("keeps it beside a warning, which does not stop anything from being found", () => {
    expect(
      codesAfter(problem("FLOW-FIELD-PLACE", "warning"), problem("FLOW-STATE-UNUSED")),
    ).toEqual(["FLOW-FIELD-PLACE", "FLOW-STATE-UNUSED"]);
  });

  it("keeps what is about something else, in another file", () => {
    const unused = (call: string) => ({
      ...problem("FLOW-UNUSED", "warning"),
      about: [call],
      file: "flows/card/calls.yaml",
    });
    const name = { ...problem("FLOW-NAME"), about: ["snd"], suggestion: "send" };
    expect(codesAfter(name, unused("send"))).toEqual(["FLOW-NAME"]);
    expect(codesAfter(name, unused("other"))).toEqual(["FLOW-NAME", "FLOW-UNUSED"]);
  });

  it("tells a mistyped text once, with the name that stands for it", () => {
    const text = (code: string, key: string, locale: string): DefinitionProblem => ({
      ...problem(code, code === "FLOW-COPY-MISSING" ? "error" : "warning"),
      texts: [{ key, locale, file: "content/card/<locale>/screens.yaml" }],
    });
    const told = withoutConsequences([
      text("FLOW-COPY-MISSING", "screens.name.title", "en-US"),
      text("FLOW-COPY-LOCALE", "screens.name.title", "fr-CA"),
      text("FLOW-COPY-UNUSED", "screens.name.titel", "en-US"),
      text("FLOW-COPY-LOCALE", "screens.name.titel", "en-US"),
      text("FLOW-COPY-UNUSED", "screens.other.intro", "en-US"),
    ]);
    expect(told.map(({ code, suggestion }) => [code, suggestion])).toEqual([
      ["FLOW-COPY-MISSING", "screens.name.title in place of screens.name.titel"],
      ["FLOW-COPY-UNUSED", undefined],
    ]);
  });
});
