import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { addAt, removeAt, setAt } from "../../../../edit-yaml.ts";

const shipped = await shippedSources;
const CALLS = "flows/merchant-signup/calls/application.yaml";
/** The call that takes over an application which was begun elsewhere. */
const RESUME = "calls/resumeApplication";

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
  it("refuses an importing call whose answer has no owner", () => {
    expect(problems((text) => removeAt(text, `${RESUME}/owner`))).toContainEqual(
      missingOwner("resumeApplication"),
    );
  });

  it("refuses an adopting call that does not say whom it is for", () => {
    expect(problems((text) => removeAt(text, `${RESUME}/headers`))).toEqual([
      missingVisitor("resumeApplication"),
    ]);
  });

  it("takes a value that reads who is signed in for saying so", () => {
    const guards = "flows/merchant-signup/guards.yaml";
    const result = compileFlow(
      new Map([
        ...shipped,
        [guards, addAt(shipped.get(guards), "values/asks", { rule: { var: ["visitor.id", ""] } })],
        [
          CALLS,
          setAt(shipped.get(CALLS), `${RESUME}/headers`, { "x-customer": { value: "asks" } }),
        ],
      ]),
      "merchant-signup",
      ["LOCAL"],
    );
    expect(result.ok ? [] : result.problems).toEqual([]);
  });

  it("refuses any other call that reads an application in order to resume it", () => {
    const reading = {
      description: "Reads an application",
      service: "platform",
      method: "GET",
      path: "/api/v2/applications/{applicationId}",
      params: { applicationId: { var: "params.applicationId" } },
      timeoutMs: 1000,
      set: { "application.id": { var: "params.applicationId" } },
    };
    const found = problems((text) => addAt(text, "calls/readAnother", reading));
    expect(found).toContainEqual(missingOwner("readAnother"));
    expect(found).toContainEqual(missingVisitor("readAnother"));
  });
});
