import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);

/** Problems of the clinic's form with a screen of it open to all. */
function reportedWhenOpen(screen: string) {
  const file = `flows/clinic/screens/${screen}.yaml`;
  const text = mustReplace(
    sources.get(file) ?? "",
    `screen: ${screen}\n`,
    `screen: ${screen}\npublic: true\n`,
  );
  const result = compileFlow(new Map([...sources, [file, text]]), "clinic", ["CI"]);
  return (result.ok ? [] : result.problems).filter(({ code }) => code === "FLOW-CALL-OPEN");
}

describe("checkOpenCalls()", () => {
  it("reports a call without limits of a page that is open to all, at the call", () => {
    expect(reportedWhenOpen("postcode")).toMatchObject([
      {
        file: "flows/clinic/calls/registry.yaml",
        message:
          'The screen "postcode" is open to all and makes the call "findDistrict", which has no limits: anybody can have it made without end',
      },
    ]);
  });

  it("accepts a call with limits", () => {
    expect(reportedWhenOpen("email-code")).toEqual([]);
  });
});
