import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../definitions.ts";
import { mustReplace, mustReplaceEach } from "../../must-replace.ts";

const shipped = await editableSources;
const SCHEMA = JSON.stringify({
  type: "object",
  properties: {
    shelves: {
      type: "array",
      items: {
        type: "object",
        properties: { name: { type: "string" } },
        required: ["name"],
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
});

/** The library card with a file of its own beside the definitions. */
function problemsWith(
  text: string,
  schema: string | undefined = SCHEMA,
  path = "flows/library-card/shelves/list.yaml",
) {
  const sources = new Map([
    ...shipped,
    [path, text],
    ...(schema === "" ? [] : ([["schemas/shelves/list.json", schema]] as const)),
  ]);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  return result.ok ? result.warnings : result.problems;
}

const NAMED = "# yaml-language-server: $schema=../../../schemas/shelves/list.json\n";

describe("files beside the definitions", () => {
  it("are validated by the schema of their first line, with the place and a suggestion", () => {
    expect(problemsWith(`${NAMED}shelves: [{ name: Poetry }]\n`)).toEqual([]);
    expect(problemsWith(`${NAMED}shelves:\n  - { nam: Poetry }\n`)).toMatchObject([
      { code: "FLOW-SHAPE", file: "flows/library-card/shelves/list.yaml", line: 3, column: 5 },
      {
        code: "FLOW-SHAPE",
        message: 'Unknown member "nam" in shelves.0',
        line: 3,
        column: 7,
        suggestion: "name",
      },
    ]);
  });

  it("are left alone when they name none, or one of somewhere else", () => {
    for (const first of [
      "",
      "# shelves\n",
      "# yaml-language-server: $schema=https://shelves.example/list.json\n",
    ]) {
      expect(problemsWith(`${first}anything: at all\n`)).toEqual([]);
    }
  });

  it("are refused when the schema is not there, or is none", () => {
    expect(problemsWith(mustReplace(NAMED, "list.json", "lits.json"))).toMatchObject([
      {
        code: "FLOW-SCHEMA",
        message: "There is no schemas/shelves/lits.json",
        suggestion: "schemas/shelves/list.json",
        line: 1,
        column: 1,
      },
    ]);
    expect(problemsWith(`${NAMED}a: 1\n`, "{")).toMatchObject([{ code: "FLOW-SCHEMA" }]);
    expect(problemsWith(`${NAMED}a: 1\n`, '{ "type": "shelf" }')).toMatchObject([
      { code: "FLOW-SCHEMA" },
    ]);
    expect(problemsWith(`${NAMED}a: 1\n`, "")).toMatchObject([{ code: "FLOW-SCHEMA" }]);
  });

  it("report every mistake of the merchant flow's own tables", () => {
    const path = "flows/merchant-signup/sandbox/platform/decisions.yaml";
    const text = mustReplaceEach(shipped.get(path), [
      ["decision: APPROVED }", "decision: APROVED }"],
      ["stepUp: OTP_SMS", "stepUpp: OTP_SMS"],
    ]);
    const result = compileFlow(new Map([...shipped, [path, text]]), "merchant-signup", ["LOCAL"]);
    expect(
      result.ok
        ? []
        : result.problems.map(({ code, file, suggestion }) => ({ code, file, suggestion })),
    ).toEqual([
      { code: "FLOW-SHAPE", file: path, suggestion: "APPROVED" },
      { code: "FLOW-SHAPE", file: path, suggestion: "stepUp" },
    ]);
  });
});
