import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const shipped = await editableSources;
const FLOW = "flows/library-card/flow.yaml";

/** Errors about the shape of the library card's front page once a text of it is another. */
function errorsOf(from: string | RegExp, to: string) {
  const text = shipped.get(FLOW) ?? "";
  const changed = mustReplace(text, from, to);
  if (changed === text) throw new Error("the change changes nothing");
  const result = compileFlow(new Map([...shipped, [FLOW, changed]]), "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems).filter(({ code }) => code === "FLOW-SHAPE");
}

describe("the front page of a flow", () => {
  it.each([
    ["locales", /^locales: .*$/m, "locales: []"],
    ["values of an axis", /values: \{ library.*$/m, "values: {}"],
  ])("has at least one of its %s: without any every address would be a 500", (_, from, to) => {
    expect(errorsOf(from, to)).toEqual([
      expect.objectContaining({ file: FLOW, severity: "error" }),
    ]);
  });

  it.each([
    "/a b",
    "/{x}",
    "/é",
    "/library?card",
    "/library#card",
    "//library",
    "/..",
    "/card/",
    "/a%20b",
  ])("has a mount that an address can have, and not %s", (mount) => {
    expect(errorsOf("mount: /library-card", `mount: '${mount}'`)).toEqual([
      expect.objectContaining({ file: FLOW, severity: "error" }),
    ]);
  });

  it.each(["/", "/card", "/town/library-card", "/v1.2"])("may have the mount %s", (mount) => {
    expect(errorsOf("mount: /library-card", `mount: ${mount}`)).toEqual([]);
  });
});
