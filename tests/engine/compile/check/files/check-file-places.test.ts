import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { shippedSources } from "../../../../definitions.ts";

const shipped = await shippedSources;

/** What the check says of a file beside those of the library card. */
function toldOf(path: string, text = "a: 1\n"): readonly unknown[] {
  const result = compileFlow(new Map([...shipped, [path, text]]), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).map(({ code, file, suggestion }) => [
    code,
    file,
    suggestion,
  ]);
}

describe("checkFilePlaces()", () => {
  it.each([
    ["flows/library-card/screen/extra.yaml", "flows/library-card/screens/extra.yaml"],
    ["flows/library-card/fixtrues/a/extra.yaml", "flows/library-card/fixtures/a/extra.yaml"],
    ["flows/library-card/guards.yml", "flows/library-card/guards.yaml"],
    ["flows/library-card/themes.yaml", "flows/library-card/theme.yaml"],
    ["schemas/library-card/form/extra.yaml", "schemas/library-card/forms/extra.yaml"],
    ["schemas/library-card/states.yaml", "schemas/library-card/state.yaml"],
    ["content/library-card/fr_CA/options.yaml", "content/library-card/fr-CA/options.yaml"],
    ["content/library-card/en-us/options.yaml", "content/library-card/en-US/options.yaml"],
  ])("reports %s, which nothing reads", (path, meant) => {
    expect(toldOf(path)).toEqual([["FLOW-FILE-UNREAD", path, meant]]);
  });

  it("reports a file whose first line says that it is a definition", () => {
    const path = "flows/library-card/pages/extra.yaml";
    const first = "# yaml-language-server: $schema=../../../schemas/definition/screen.json\n";
    expect(toldOf(path, `${first}screen: extra\n`)).toEqual([
      ["FLOW-FILE-UNREAD", path, undefined],
    ]);
  });

  it.each([
    "flows/library-card/shelves/list.yaml",
    "flows/library-card/notes.yaml",
    "flows/library-card/cases/routing.yaml",
    "flows/library-card/sandbox/platform/values.yaml",
    "content/library-card/brand/colours.json",
  ])("takes %s for a file of the flow's own", (path) => {
    expect(toldOf(path)).toEqual([]);
  });
});
