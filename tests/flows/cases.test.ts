import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCases } from "../../server/cli/cases/read-cases.ts";
import { runRoutingCase } from "../../server/cli/cases/run-routing-case.ts";
import type { RoutingCase } from "../../server/cli/cases/routing-map.ts";
import { runValidationCase, type ValidationCase } from "../../server/cli/cases/validation.ts";
import { compileLibrary } from "../../server/definitions/flow-library.ts";
import { newFlow } from "../../server/cli/scaffold/scaffold.ts";
import { shippedLibrary, shippedSources } from "../definitions.ts";

const folder = join(import.meta.dirname, "../cases");
const library = await shippedLibrary();
const sources = await shippedSources;

/** What an example is about, and its id in the file. */
function nameOf(example: RoutingCase | ValidationCase): string {
  if ("given" in example) return `${example.event.type} (${example.id})`;
  const { form, field, value, valid, id } = example;
  return `${form}.${field} ${valid ? "takes" : "refuses"} ${JSON.stringify(value) ?? "nothing"} (${id})`;
}

/** Worked examples written from the documents, by somebody who had not read the definitions. */
describe.each(readdirSync(folder).filter((name) => name.endsWith(".json")))(
  "the cases of %s",
  (name) => {
    const read = readCases(name, readFileSync(join(folder, name), "utf8"), sources);
    if (!read.ok)
      throw new Error(
        read.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join("\n"),
      );
    const { cases } = read;

    /** The documents leave the others open: the team has yet to decide them. */
    const decided = cases.filter(({ ambiguous }) => ambiguous !== true);

    it("are more than 700", () => {
      expect(decided.length).toBeGreaterThan(700);
    });

    it.each(decided.map((each) => [nameOf(each), each] as const))("%s", (_, each) => {
      const result =
        "given" in each ? runRoutingCase(library, each) : runValidationCase(library, each);
      expect(result.passed, `expected ${result.expected}, got ${result.got}`).toBe(true);
    });
  },
);

describe("flowOfCase()", () => {
  const one = {
    id: "A-1",
    market: "US",
    form: "applicant",
    field: "firstName",
    value: "Ada",
    valid: true,
  };
  /** A flow with the same markets that comes first. */
  const more = async () => {
    const made = new Map([
      ...sources,
      ...[...newFlow(sources, "a-first-flow", ["en-US"]).files].filter(([path]) =>
        path.endsWith(".yaml"),
      ),
    ]);
    const result = compileLibrary(made, "LOCAL");
    if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
    return {
      ...result.library,
      flows: new Map([...result.library.flows].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    };
  };

  it("selects the flow with a mapping for case files, among several flows of one market", async () => {
    expect(runValidationCase(await more(), one)).toMatchObject({ passed: true });
  });

  it("selects the requested flow, and names the form that it lacks", async () => {
    const library = await more();
    expect(
      runValidationCase(
        library,
        { ...one, form: "person", field: "name", value: "Ada Noor" },
        "a-first-flow",
      ),
    ).toMatchObject({ passed: true });
    expect(runValidationCase(library, one, "a-first-flow")).toMatchObject({
      passed: false,
      got: 'no form "applicant" in this variant of a-first-flow',
    });
  });

  it("selects none where several flows match", async () => {
    const library = await more();
    const twins = {
      ...library,
      flows: new Map(
        [...library.flows]
          .filter(([id]) => id === "a-first-flow")
          .flatMap(([, flow]) => [["one", flow] as const, ["two", flow] as const]),
      ),
    };
    expect(runValidationCase(twins, one)).toMatchObject({
      passed: false,
      got: "more than one flow it may be about (a-first-flow, a-first-flow): say which with --flow",
    });
  });
});

describe("a file of cases", () => {
  const good = {
    id: "A-1",
    market: "US",
    form: "applicant",
    field: "firstName",
    value: "Ada",
    valid: true,
  };
  const told = (cases: unknown) => {
    const read = readCases("cases.json", JSON.stringify(cases, null, 1), sources);
    return read.ok
      ? []
      : read.problems.map(
          ({ code, line, message, suggestion }) =>
            `${code} ${line} ${message}${suggestion === undefined ? "" : ` (${suggestion})`}`,
        );
  };

  it("is validated by its schema: unknown members are refused with their place and a suggestion", () => {
    expect(told([good])).toEqual([]);
    expect(told([{ ...good, vaild: true }])).toEqual([
      'FLOW-SHAPE 9 Unknown member "vaild" in 0 (valid)',
    ]);
    expect(told([{ ...good, marekt: "CA" }])).toEqual([
      'FLOW-SHAPE 9 Unknown member "marekt" in 0 (market)',
    ]);
    expect(
      told([
        { id: "A-2", given: {}, event: { type: "open" }, expectRoute: null, expectRoutes: [] },
      ]),
    ).toEqual(['FLOW-SHAPE 9 Unknown member "expectRoutes" in 0 (expectRoute)']);
    expect(told([{ id: "A-3", given: {}, event: {} }])).toEqual([
      'FLOW-SHAPE 2 "expectRoute" is missing in 0',
      'FLOW-SHAPE 5 "type" is missing in 0.event',
    ]);
    expect(told({})).toEqual([
      "FLOW-SHAPE 1 The file is a map of names, and has to be a list: A file for `foyer cases`: a list of examples, each about a field or about a route",
    ]);
  });

  it("has no two examples of one name", () => {
    expect(told([good, good])).toEqual(['FLOW-ID-REPEATED 11 Two examples are called "A-1"']);
  });
});
