import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCases } from "../../server/cases/read-cases.ts";
import { runRoutingCase } from "../../server/cases/run-routing-case.ts";
import { runValidationCase } from "../../server/cases/validation.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";

const folder = join(import.meta.dirname, "../cases");
const library = await shippedLibrary();
const sources = await shippedSources;

/** Worked examples written from the documents, by somebody who had not read the definitions. */
describe.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("the cases of %s", (name) => {
  const read = readCases(name, readFileSync(join(folder, name), "utf8"), sources);
  if (!read.ok) throw new Error(read.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"));
  const { cases } = read;

  it("hold, but for points the documents leave open", () => {
    const failed = cases
      .map((each) => ("given" in each ? runRoutingCase(library, each) : runValidationCase(library, each)))
      .filter(({ passed, ambiguous }) => !passed && !ambiguous)
      .map(({ id, expected, got }) => `${id}: expected ${expected}, got ${got}`);
    expect(failed).toEqual([]);
    expect(cases.length).toBeGreaterThan(700);
  });
});

describe("a file of cases", () => {
  const good = { id: "A-1", market: "US", form: "applicant", field: "firstName", value: "Ada", valid: true };
  const told = (cases: unknown) => {
    const read = readCases("cases.json", JSON.stringify(cases, null, 1), sources);
    return read.ok ? [] : read.problems.map(({ code, line, message, suggestion }) => `${code} ${line} ${message}${suggestion === undefined ? "" : ` (${suggestion})`}`);
  };

  it("is held to its schema: members that are not known are refused with their place and what was meant", () => {
    expect(told([good])).toEqual([]);
    expect(told([{ ...good, vaild: true }])).toEqual(['FLOW-SHAPE 9 Unknown member "vaild" in 0 (valid)']);
    expect(told([{ id: "A-2", given: {}, event: { type: "open" }, expectRoute: null, expectRoutes: [] }])).toEqual(['FLOW-SHAPE 9 Unknown member "expectRoutes" in 0 (expectRoute)']);
    expect(told([{ id: "A-3", given: {}, event: {} }])).toEqual(['FLOW-SHAPE 2 "expectRoute" is missing in 0', 'FLOW-SHAPE 5 "type" is missing in 0.event']);
    expect(told({})).toEqual(["FLOW-SHAPE 1 The file must be array"]);
  });

  it("has no two examples of one name", () => {
    expect(told([good, good])).toEqual(['FLOW-ID-REPEATED 11 Two examples are called "A-1"']);
  });
});
