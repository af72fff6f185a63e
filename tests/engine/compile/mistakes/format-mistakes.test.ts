import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;
const FORMATS = "schemas/library-card/formats.yaml";
const CONFIG = "flows/library-card/config/library.yaml";

/** Errors about formats once a text of the library card is another. */
function errorsOf(path: string, from: string, to: string) {
  const text = shipped.get(path) ?? "";
  expect(text).toContain(from);
  const sources = new Map([...shipped, [path, mustReplace(text, from, to)]]);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  return (result.ok ? [] : result.problems).filter(({ code }) => code === "FLOW-FORMAT");
}

describe("formatMistakes()", () => {
  it.each(["zzz", "''", "YYYY", "YYYY/MM/MM", "DD/MM", "YYY/MM/DD"])(
    "refuses the configured date format %s, which no day can match",
    (format) => {
      const [first] = errorsOf(CONFIG, "dateFormat: YYYY/MM/DD", `dateFormat: ${format}`);
      expect(first).toMatchObject({ severity: "error", file: FORMATS });
      expect(first?.message).toContain("date format");
    },
  );

  it.each(["MM/DD/YYYY", "DD.MM.YYYY", "YYYY-MM-DD", "YYYYMMDD", "MM/YY"])(
    "takes the date format %s",
    (format) => {
      expect(errorsOf(CONFIG, "dateFormat: YYYY/MM/DD", `dateFormat: '${format}'`)).toEqual([]);
    },
  );

  it.each([
    "{ check: length, code: length, min: abc, max: 80 }",
    "{ check: length, code: length, max: [80] }",
    "{ check: one-of, code: length, values: here }",
    "{ check: web-address, code: length, refuse: 3 }",
    "{ check: parts, code: length, parts: 3 }",
    "{ check: no-word, code: length, words: nobody }",
  ])("refuses a parameter that the check could not work with: %s", (check) => {
    const [first] = errorsOf(FORMATS, "{ check: length, code: length, min: 2, max: 80 }", check);
    expect(first).toMatchObject({ severity: "error", file: FORMATS });
  });
});
