import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const FLOW = "flows/clinic/flow.yaml";
const STATE = "schemas/clinic/state.yaml";
const FORMS = [...sources.keys()].filter((path) => path.startsWith("schemas/clinic/forms/"));

/** Problems of the retention, of the clinic without its own. */
function withoutRetention(pii: (text: string) => string): readonly string[] {
  const changed = new Map(sources);
  changed.set(FLOW, mustReplace(sources.get(FLOW), /^retention: .*\n/m, ""));
  for (const file of [STATE, ...FORMS]) changed.set(file, pii(sources.get(file) ?? ""));
  const result = compileFlow(changed, "clinic", ["CI"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => code.startsWith("FLOW-RETENTION"))
    .map(({ code, severity, message }) => `${code} ${severity} ${message}`);
}

describe("checkRetention()", () => {
  it("warns of personal values in a flow without a retention", () => {
    expect(withoutRetention((text) => text)).toEqual([
      expect.stringMatching(
        /^FLOW-RETENTION-NONE warning The flow keeps personal values \(\S+ and \d+ more\) and has no retention/,
      ),
    ]);
  });

  it("says nothing of a flow that keeps nothing personal", () => {
    expect(withoutRetention((text) => text.replaceAll(/,? *x-pii: \w+/g, ""))).toEqual([]);
  });
});
