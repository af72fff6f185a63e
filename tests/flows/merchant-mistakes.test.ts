import { describe, expect, it } from "vitest";
import { PROBLEM_CODES } from "../../engine/compile/check/codes/problem-codes.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { shippedSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const sources = await shippedSources;
const FLOW = "flows/merchant-signup";

/** What is wrong, the file, the text and what stands in its place, the code and the suggestion. */
const MISTAKES: readonly (readonly [
  mistake: string,
  place: readonly [file: string, from: string, to: string],
  code: string,
  suggestion: string,
])[] = [
  [
    "a place for a parameter of a link that the state does not have",
    [`${FLOW}/flow.yaml`, "into: applicant.email, format", "into: applicant.emial, format"],
    "FLOW-SET-PATH",
    "applicant.email",
  ],
  [
    "a mistyped format of such a parameter",
    [`${FLOW}/flow.yaml`, "applicant.email, format: email", "applicant.email, format: emial"],
    "FLOW-NAME",
    "email",
  ],
  [
    "a currency that does not exist",
    [`${FLOW}/flow.yaml`, "currency: CAD", "currency: CDA"],
    "FLOW-CURRENCY",
    "CAD",
  ],
  [
    "a countdown from a mistyped instant",
    [`${FLOW}/screens/otp.yaml`, "since: otp.sentAt", "since: otp.sendAt"],
    "FLOW-SET-PATH",
    "otp.sentAt",
  ],
  [
    "a parameter that the path of the next screen does not have",
    [
      `${FLOW}/screens/owners.yaml`,
      "params: { ownerId: { var: item.id } } }\n    edit",
      "params: { ownrId: { var: item.id } } }\n    edit",
    ],
    "FLOW-PATH-PARAMETER",
    "ownerId",
  ],
  [
    "a mistyped parameter of a provider's path",
    [`${FLOW}/providers/google.yaml`, "params: { placeId:", "params: { placId:"],
    "FLOW-CALL-PATH",
    "placId",
  ],
  [
    "a setting that is no number",
    [`${FLOW}/config/limits.yaml`, "minAge: 18", "minAge: eighteen"],
    "FLOW-CONFIG",
    "",
  ],
  [
    "a mistyped name of what is handed over",
    [`${FLOW}/transitions/write.yaml`, "with.mail: received", "with.mial: received"],
    "FLOW-WITH",
    "mail",
  ],
  [
    "a comparison with what is never handed over",
    [`${FLOW}/transitions/write.yaml`, "with.mail: received", "with.mail: recieved"],
    "FLOW-RULE-VALUE",
    "received",
  ],
  [
    "a mistyped value that is handed over",
    [
      `${FLOW}/screens/business-info.yaml`,
      "with: { stepUp: BUSINESS_INFO }, then",
      "with: { stepUp: BUSINES_INFO }, then",
    ],
    "FLOW-WITH",
    "BUSINESS_INFO",
  ],
  [
    "a mistyped name of what a button hands to its call",
    [
      `${FLOW}/calls/owners.yaml`,
      "owners.[{with.ownerId}].invitedAt",
      "owners.[{with.ownerIdd}].invitedAt",
    ],
    "FLOW-WITH",
    "ownerId",
  ],
  [
    "an embedded sandbox that does not exist",
    [`${FLOW}/services.yaml`, "sandbox: mail", "sandbox: mial"],
    "FLOW-NAME",
    "mail",
  ],
];

describe("foyer check of the largest flow", () => {
  it.each(MISTAKES)("names %s, once", (_, [file, from, to], code, suggestion) => {
    const text = mustReplace(sources.get(file), from, to);
    const result = compileFlow(new Map([...sources, [file, text]]), "merchant-signup", ["CI"]);
    const found = result.ok ? result.warnings : result.problems;
    expect(found.map((each) => [each.code, each.suggestion ?? ""])).toEqual([[code, suggestion]]);
    expect(PROBLEM_CODES[code]).toBeDefined();
  });
});
