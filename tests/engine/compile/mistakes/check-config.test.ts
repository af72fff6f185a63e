import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await editableSources;

function problemsWith(
  changes: Readonly<Record<string, string>>,
  flow = "library-card",
  environments = ["LOCAL"],
) {
  const result = compileFlow(new Map([...shipped, ...Object.entries(changes)]), flow, environments);
  return result.ok
    ? []
    : result.problems.map(({ code, message, file, line, suggestion }) => ({
        code,
        message,
        file,
        line,
        suggestion,
      }));
}

const LIBRARY = "flows/library-card/config/library.yaml";
const schema = (rest: string) => `type: object\n${rest}\n`;

describe("schemas/<flow>/config.yaml", () => {
  it("reports a mistake of one environment's overlay at its line", () => {
    const path = "flows/merchant-signup/overlays/environment/production.yaml";
    const text = mustReplace(shipped.get(path), "environment: production }", "environment: live }");
    expect(problemsWith({ [path]: text }, "merchant-signup", ["production"])).toEqual([
      {
        code: "FLOW-CONFIG",
        message: "config.identity.environment must be equal to one of the allowed values",
        file: path,
        line: text.split("\n").findIndex((line) => line.includes("environment: live")) + 1,
        suggestion: "one of sandbox, production",
      },
    ]);
  });

  it.each([
    ["a member that is missing", schema("required: [fine]"), '"fine" is missing in config'],
    ["a member that nobody knows", schema("additionalProperties: false"), "Unknown member"],
    ["a schema that is none", schema("required: 3"), "is no JSON Schema"],
  ])("refuses %s", (_, text, says) => {
    const problems = problemsWith({ "schemas/library-card/config.yaml": text });
    expect(problems.map(({ code }) => code)).toContain("FLOW-CONFIG");
    expect(problems.map(({ message }) => message).join()).toContain(says);
  });

  it("suggests the closest name", () => {
    const members = [...(shipped.get(LIBRARY) ?? "").matchAll(/^(\w+):/gm)].map(
      ([, name = ""]) => name,
    );
    const [first = ""] = members;
    const properties = members
      .map((name) => `  ${name === first ? `${name}s` : name}: true`)
      .join("\n");
    const [problem] = problemsWith({
      "schemas/library-card/config.yaml": schema(
        `additionalProperties: false\nproperties:\n${properties}`,
      ),
    });
    expect(problem).toMatchObject({ code: "FLOW-CONFIG", file: LIBRARY, suggestion: `${first}s` });
  });
});
