import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const fileOf = (locale: string) => `content/library-card/${locale}/screens/reader.yaml`;

/** Problems of the library card with `{sorts}`, or another name, in a hint of two locales. */
function problemsAfter(
  places: Readonly<Record<string, string>>,
  more: string = "",
): readonly string[] {
  const changed = new Map(shipped);
  for (const locale of ["en-US", "fr-CA"])
    changed.set(
      fileOf(locale),
      `${mustReplace(shipped.get(fileOf(locale)) ?? "", "{format, dateparts}", places[locale] ?? "{sorts}")}${more}`,
    );
  const result = compileFlow(changed, "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems)
    .filter(({ code }) => code === "FLOW-COPY-PLACE")
    .map(({ file, message, suggestion = "" }) => `${file} ${message} (${suggestion})`);
}

describe("comparePlaceholders()", () => {
  it("doubts both texts where nothing tells which of two names is right", () => {
    expect(problemsAfter({ "en-US": "{srots}" })).toEqual([
      `${fileOf("fr-CA")} The text "screens.reader.fields.born.hint" of fr-CA lacks {srots} and has {sorts}, unlike that of en-US; one of the two is wrong ()`,
    ]);
  });

  it("names the text of the fallback locale where other texts have the other name", () => {
    expect(problemsAfter({ "en-US": "{srots}" }, 'more: "{sorts}"\n')).toEqual([
      `${fileOf("en-US")} The text "screens.reader.fields.born.hint" of en-US lacks {sorts} and has {srots}, unlike that of fr-CA ({sorts})`,
    ]);
  });

  it("names the text of the other locale where the fallback's name is used elsewhere", () => {
    expect(problemsAfter({ "fr-CA": "{sortes}" }, 'more: "{sorts}"\n')).toEqual([
      `${fileOf("fr-CA")} The text "screens.reader.fields.born.hint" of fr-CA lacks {sorts} and has {sortes}, unlike that of en-US ({sorts})`,
    ]);
  });

  it("names the text that has a place too few", () => {
    expect(problemsAfter({ "fr-CA": "de fichier" })).toEqual([
      `${fileOf("fr-CA")} The text "screens.reader.fields.born.hint" of fr-CA lacks {sorts}, unlike that of en-US ({sorts})`,
    ]);
  });
});
