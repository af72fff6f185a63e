import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const CHECK = "flows/clinic/screens/check.yaml";
const REGISTERED = "flows/clinic/screens/registered.yaml";

/**
 * The problems where the last page reads `query.place`, and the row before it gives a parameter.
 */
function problems(given: string) {
  const changed = new Map([
    ...sources,
    [
      CHECK,
      mustReplace(sources.get(CHECK), "to: registered }", `to: registered, query: { ${given} } }`),
    ],
    [
      REGISTERED,
      mustReplace(
        sources.get(REGISTERED),
        "{ var: application.number } }",
        "{ cat: [{ var: application.number }, { var: query.place }] } }",
      ),
    ],
  ]);
  const result = compileFlow(changed, "clinic", ["CI"]);
  return (result.ok ? result.warnings : result.problems).map(({ code, message, suggestion }) => ({
    code,
    message,
    suggestion,
  }));
}

describe("checkQueries()", () => {
  it("takes a parameter that a rule reads, and one that is like none that is read", () => {
    expect(problems("place: here")).toEqual([]);
    expect(problems("campaign: spring")).toEqual([]);
  });

  it("names one that nothing reads, where a rule reads nearly the same", () => {
    expect(problems("plcae: here")).toEqual([
      {
        code: "FLOW-QUERY-UNREAD",
        message: 'No rule reads the parameter "plcae" of the address',
        suggestion: "place",
      },
    ]);
  });
});
