import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { cardFlow, cardProblems } from "../../../card-flow.ts";
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

  it("takes the format of dates that the first check of them says for all", async () => {
    const flow = await cardFlow({ [FORMATS]: birthday("{ check: age, code: age, min: 18 }") });
    for (const variant of flow.variants)
      expect(flow.variant(variant).formats["birthday"]).toMatchObject({
        checks: [{ format: "DD/MM/YYYY" }, { format: "DD/MM/YYYY" }],
      });
  });

  it("refuses a check that reads dates in another format: its limit would never hold", async () => {
    for (const check of ["age", "not-past", "before-this-year"]) {
      const problems = await cardProblems({
        [FORMATS]: birthday(`{ check: ${check}, code: age, format: YYYY-MM-DD }`),
      });
      const [first, ...others] = problems.filter(({ code }) => code === "FLOW-FORMAT");
      expect(first).toMatchObject({ severity: "error", file: FORMATS, line: 11 });
      expect(first?.message).toContain(`"${check}" of "birthday" would never see a date`);
      expect(others).toEqual([]);
    }
  });

  it("refuses dates that no check says how to write", async () => {
    const problems = await cardProblems({
      [FORMATS]: birthday("{ check: age, code: age }").replace(", format: DD/MM/YYYY", ""),
    });
    const [first, ...others] = problems.filter(({ code }) => code === "FLOW-FORMAT");
    expect(first).toMatchObject({ severity: "error", line: 10 });
    expect(first?.message).toContain("cannot know how dates are written");
    expect(others).toEqual([]);
  });
});

/** The formats of the library card with another check of ages below that of dates. */
function birthday(second: string): string {
  return `formats:
  full-name:
    description: A name
    checks: [{ check: length, code: length, min: 2, max: 80 }]
  birthday:
    description: A day
    tidy: [date]
    store: iso-date
    checks:
      - { check: date, code: format, format: DD/MM/YYYY }
      - ${second}
`;
}
