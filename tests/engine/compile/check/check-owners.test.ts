import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { shippedSources } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await shippedSources;
const CALLS = "flows/merchant-signup/calls/application.yaml";
const HEADER =
  "    headers: { x-customer: { optional: { var: visitor.id } } }\n    timeoutMs: 10000";

/** What the check says of the sign-up with its calls changed. */
function problems(change: (text: string) => string) {
  const text = shipped.get(CALLS) ?? "";
  const changed = change(text);
  if (changed === text) throw new Error("the change changes nothing");
  const result = compileFlow(new Map([...shipped, [CALLS, changed]]), "merchant-signup", ["LOCAL"]);
  return (result.ok ? [] : result.problems).map(({ code, file, message }) => [code, file, message]);
}
const missingOwner = (call: string) => [
  "FLOW-OWNER",
  CALLS,
  `The call "${call}" takes over an application, and does not say where its answer names the owner: add "owner", a path in the answer`,
];
const missingVisitor = (call: string) => [
  "FLOW-OWNER",
  CALLS,
  `The call "${call}" does not say who asks: no part of its request reads visitor.id`,
];

describe("checkOwners()", () => {
  it("refuses an adopting call whose answer has no owner", () => {
    expect(problems((text) => mustReplace(text, "    owner: customerId\n", ""))).toContainEqual(
      missingOwner("resumeApplication"),
    );
  });

  it("refuses an adopting call that does not say whom it is for", () => {
    expect(problems((text) => mustReplace(text, HEADER, "    timeoutMs: 10000"))).toEqual([
      missingVisitor("resumeApplication"),
    ]);
  });

  it("takes a value that reads who is signed in for saying so", () => {
    const guards = "flows/merchant-signup/guards.yaml";
    const result = compileFlow(
      new Map([
        ...shipped,
        [
          guards,
          mustReplace(
            shipped.get(guards),
            "values:\n",
            "values:\n  asks: { description: who asks, rule: { var: [visitor.id, ''] } }\n",
          ),
        ],
        [
          CALLS,
          mustReplace(
            shipped.get(CALLS),
            HEADER,
            "    headers: { x-customer: { value: asks } }\n    timeoutMs: 10000",
          ),
        ],
      ]),
      "merchant-signup",
      ["LOCAL"],
    );
    expect(result.ok ? [] : result.problems).toEqual([]);
  });

  it("refuses any other call that reads an application to go on with", () => {
    const reading = `calls:
  readAnother:
    description: Reads an application
    service: platform
    method: GET
    path: /api/v2/applications/{applicationId}
    params: { applicationId: { var: params.applicationId } }
    timeoutMs: 1000
    set: { application.id: { var: params.applicationId } }
`;
    const found = problems((text) => mustReplace(text, "calls:\n", reading));
    expect(found).toContainEqual(missingOwner("readAnother"));
    expect(found).toContainEqual(missingVisitor("readAnother"));
  });
});
