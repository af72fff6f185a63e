import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await editableSources;
const DONE = "content/library-card/en-US/screens/done.yaml";
const FRENCH = "content/library-card/fr-CA/screens/done.yaml";
const SUPPORTS = ["en-US", "fr-CA"].map((each) => `content/library-card/${each}/support.yaml`);

/** Problems with a text in the English and the French title, and lines after the support's. */
function problemsWith(place: string, support: string): readonly string[] {
  const sources = new Map(shipped);
  for (const file of [DONE, FRENCH])
    sources.set(file, mustReplace(shipped.get(file) ?? "", /^title: "/m, `title: "${place} `));
  for (const file of SUPPORTS) sources.set(file, `${shipped.get(file) ?? ""}${support}`);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems).map(
    ({ code, file, message, suggestion = "" }) => `${code} ${file} ${message} (${suggestion})`,
  );
}

describe("checkIncludedTexts()", () => {
  it("takes a text that is there", () => {
    expect(problemsWith("{support.hours}", "hours: 9–17\n")).toEqual([]);
  });

  it("counts an included text as shown", () => {
    expect(problemsWith("{screens.done.open}", "")).toEqual([
      expect.stringContaining("FLOW-COPY-UNFILLED"),
      expect.stringContaining("FLOW-COPY-UNFILLED"),
    ]);
    const sources = new Map(shipped);
    for (const [file, open] of [
      [DONE, "Till five"],
      [FRENCH, "Dès cinq heures"],
    ] as const)
      sources.set(
        file,
        `${mustReplace(shipped.get(file) ?? "", /^title: "/m, 'title: "{screens.done.open} ')}open: "${open}"\n`,
      );
    const result = compileFlow(sources, "library-card", ["LOCAL"]);
    expect(result.ok ? result.warnings : result.problems).toEqual([]);
  });

  it("reports a text that is not there, and the one that was meant", () => {
    const at = (file: string, locale: string) =>
      `FLOW-COPY-UNFILLED ${file} The text "screens.done.title" includes "support.hour": there is no such text in ${locale} ({support.hours})`;
    expect(problemsWith("{support.hour}", "hours: 9–17\n")).toEqual([
      at(DONE, "en-US"),
      at(FRENCH, "fr-CA"),
    ]);
  });

  it("reports an included text that has places of its own", () => {
    expect(problemsWith("{support.hours}", "hours: Till {hour}\n")[0]).toBe(
      `FLOW-COPY-UNFILLED ${DONE} The text "screens.done.title" of en-US includes "support.hours", which has a place of its own (a text without places)`,
    );
  });
});
