import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const fileOf = (locale: string) => `content/library-card/${locale}/validation.yaml`;

/** Problems of the library card with `{kinds}` replaced in texts of two locales. */
function problemsAfter(
  places: Readonly<Record<string, string>>,
  more: string = "",
): readonly string[] {
  const changed = new Map(shipped);
  for (const locale of ["en-US", "fr-CA"])
    changed.set(
      fileOf(locale),
      `${mustReplace(shipped.get(fileOf(locale)) ?? "", "{kinds}", places[locale] ?? "{kinds}")}${more}`,
    );
  const result = compileFlow(changed, "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems)
    .filter(({ code }) => code === "FLOW-COPY-PLACE")
    .map(({ file, message, suggestion = "" }) => `${file} ${message} (${suggestion})`);
}

describe("comparePlaceholders()", () => {
  it("doubts both texts where nothing tells which of two names is right", () => {
    expect(problemsAfter({ "en-US": "{kidns}" })).toEqual([
      `${fileOf("fr-CA")} The text "validation.file.kind" of fr-CA lacks {kidns} and has {kinds}, unlike that of en-US; one of the two is wrong ()`,
    ]);
  });

  it("names the text of the fallback locale where other texts have the other name", () => {
    expect(problemsAfter({ "en-US": "{kidns}" }, 'more: "{kinds}"\n')).toEqual([
      `${fileOf("en-US")} The text "validation.file.kind" of en-US lacks {kinds} and has {kidns}, unlike that of fr-CA ({kinds})`,
    ]);
  });

  it("names the text of the other locale where the fallback's name is used elsewhere", () => {
    expect(problemsAfter({ "fr-CA": "{sortes}" }, 'more: "{kinds}"\n')).toEqual([
      `${fileOf("fr-CA")} The text "validation.file.kind" of fr-CA lacks {kinds} and has {sortes}, unlike that of en-US ({kinds})`,
    ]);
  });

  it("names the text that has a place too few", () => {
    expect(problemsAfter({ "fr-CA": "de fichier" })).toEqual([
      `${fileOf("fr-CA")} The text "validation.file.kind" of fr-CA lacks {kinds}, unlike that of en-US ({kinds})`,
    ]);
  });
});
