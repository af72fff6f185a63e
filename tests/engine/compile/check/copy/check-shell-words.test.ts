import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { mustReplace, mustReplaceEach } from "../../../../must-replace.ts";

const shipped = await editableSources;
const FRONT = "flows/library-card/flow.yaml";
const SHELL = "content/shell/fr-CA/shell.yaml";

const problemsOf = (changes: Readonly<Record<string, string>>) => {
  const result = compileFlow(new Map([...shipped, ...Object.entries(changes)]), "library-card", [
    "LOCAL",
  ]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code === "FLOW-SHELL-WORDS")
    .map(({ severity, file, line, message }) => `${severity} ${file}:${line} ${message}`);
};

describe("checkShellWords()", () => {
  it("finds a locale that the renderer has no words in", () => {
    const front = mustReplace(
      shipped.get(FRONT),
      "locales: [en-US, fr-CA]",
      "locales: [en-US, es-US]",
    );
    expect(problemsOf({ [FRONT]: front })).toEqual([
      `warning ${FRONT}:7 The renderer has no words in es-US for any text: people would read them in en-US. Write content/shell/es-US/shell.yaml with the texts of content/shell/en-US/, or content/library-card/es-US/shell.yaml with those of pages for this flow alone`,
    ]);
  });

  it("names single texts that a locale lacks", () => {
    const words = mustReplaceEach(shipped.get(SHELL), [
      [/^slow: .*$/m, ""],
      [/^loading: .*$/m, ""],
    ]);
    expect(problemsOf({ [SHELL]: words })).toEqual([
      `warning ${FRONT}:7 The renderer has no words in fr-CA for loading, slow: people would read them in en-US. Write content/shell/fr-CA/shell.yaml with the texts of content/shell/en-US/, or content/library-card/fr-CA/shell.yaml with those of pages for this flow alone`,
    ]);
  });

  it("counts the words of pages that the flow brings itself, and no others", () => {
    const words = mustReplace(shipped.get(SHELL), /^slow: .*$/m, "");
    const own = "content/library-card/fr-CA/shell.yaml";
    expect(problemsOf({ [SHELL]: words, [own]: 'slow: "Un instant…"\n' })).toEqual([]);
    expect(problemsOf({ [SHELL]: words, [own]: 'slwo: "Un instant…"\n' })).toHaveLength(1);
  });

  it("finds nothing in a locale whose language another one speaks", () => {
    const front = mustReplace(
      shipped.get(FRONT),
      "locales: [en-US, fr-CA]",
      "locales: [en-US, fr-FR]",
    );
    expect(problemsOf({ [FRONT]: front })).toEqual([]);
  });

  it("finds nothing in the shipped locales, nor in one that differs from English only in places", () => {
    const front = mustReplace(
      shipped.get(FRONT),
      "locales: [en-US, fr-CA]",
      "locales: [en-US, en-GB, fr-CA]",
    );
    expect([problemsOf({}), problemsOf({ [FRONT]: front })]).toEqual([[], []]);
  });
});
