import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const LIST = "FLOW-LIST";
const FLOW = "flows/clinic/flow.yaml";
const POST = "flows/clinic/calls/post.yaml";
const REGISTRY = "flows/clinic/calls/registry.yaml";
const screen = (id: string) => `flows/clinic/screens/${id}.yaml`;
const form = (id: string) => `schemas/clinic/forms/${id}.yaml`;
const REGISTRY_SANDBOX = "flows/clinic/sandbox/registry.yaml";
const copy = (name: string) => `content/clinic/en-US/${name}.yaml`;

/** Mistakes that leave much of the form without use, and are told in one line. */
const MISTAKES: readonly (readonly [
  mistake: string,
  place: readonly [file: string, from: string, to: string],
  code: string,
])[] = [
  ["a mistyped screen of a sequence", [FLOW, "allergies, med", "alergies, med"], "FLOW-NAME"],
  ["a mistyped call", [screen("email"), "call: sendCode", "call: sendCod"], "FLOW-NAME"],
  ["a list of no list", [screen("medicines"), "of: health.medicines", "of: health.medicine"], LIST],
  ["a mistyped form", [screen("doctor"), "form: doctor", "form: docter"], "FLOW-NAME"],
  ["a limit that is no number", [screen("medicines"), "max: 10", "max: ten"], "FLOW-RULE-TYPE"],
  [
    "a limit with two operators",
    [screen("members"), "max: 8", "max: { var: x, '+': [1] }"],
    "FLOW-RULE-KEYS",
  ],
  ["a list without room", [screen("medicines"), "max: 10", "max: 0"], LIST],
  [
    "a list that wants more than it takes",
    [screen("medicines"), "max: 10", "min: 12\n  max: 10"],
    LIST,
  ],
  [
    "a list that nothing completes",
    [screen("medicines"), "  answered: health.medicinesTold\n", ""],
    LIST,
  ],
  [
    "a `skip` of a choice that does not exist",
    [screen("allergies"), "[allergy, {", "[alergy, {"],
    "FLOW-RULE-VALUE",
  ],
  [
    "a `done` of what was typed",
    [screen("email-code"), "email.confirmed }\n", "form.code }\n"],
    "FLOW-RULE-FLEETING",
  ],
  [
    "a guard of a choice that does not exist",
    ["flows/clinic/guards.yaml", "served: outside", "served: outsid"],
    "FLOW-RULE-VALUE",
  ],
  ["a mistyped timer", [screen("check"), "{ timer: close }", "{ timer: clsoe }"], "FLOW-NAME"],
  [
    "a countdown to a time that is not known",
    [FLOW, "    since: { var: application.startedAt }\n", ""],
    "FLOW-TIMER-INSTANT",
  ],
  [
    "a mistyped field in the order",
    [form("address"), "x-order: [street, town]", "x-order: [street, twon]"],
    "FLOW-FORM",
  ],
  ["a mistyped format", [form("postcode"), "format: postcode", "format: poscode"], "FLOW-FORM"],
  ["a field renamed in its form alone", [form("doctor"), "  had:", "  has:"], "FLOW-FORM-NAME"],
  [
    "a condition of a choice that does not exist",
    [form("insurance"), "const: 'yes'", "const: 'ja'"],
    "FLOW-FORM-CONDITION",
  ],
  [
    "a box that has to be a text",
    [form("consent"), "const: true", "const: 'true'"],
    "FLOW-FIELD-ENUM",
  ],
  [
    "a choice without words",
    [form("conditions"), "diabetes, heart", "diabetes, gout, heart"],
    "FLOW-COPY-MISSING",
  ],
  [
    "a mistyped word for browsers",
    [form("address"), "address-line1", "adress-line1"],
    "FLOW-FIELD-AUTOCOMPLETE",
  ],
  ["a message for no mistake", [form("card"), "{ required:", "{ requird:"], "FLOW-FIELD-MESSAGE"],
  [
    "a mistyped service",
    [REGISTRY, "service: registry\n    method: GET", "service: registri\n    method: GET"],
    "FLOW-NAME",
  ],
  ["a mistyped mail", [POST, "template: confirm", "template: confrim"], "FLOW-NAME"],
  ["a mistyped link in a mail", [POST, "opens: confirm-email", "opens: confirm-mail"], "FLOW-NAME"],
  [
    "a status that HTTP does not have",
    [POST, "status: 422 }", "status: 4222 }"],
    "FLOW-RULE-VALUE",
  ],
  [
    "a call that is never a success",
    [POST, "      - { match: { status: 2xx }, outcome: success }\n", ""],
    "FLOW-OUTCOME",
  ],
  [
    "a mistyped call of a sandbox",
    [REGISTRY_SANDBOX, "findDistrict:", "findDistrickt:"],
    "FLOW-NAME",
  ],
  [
    "a mistyped member of an answer",
    [REGISTRY_SANDBOX, "{ served: false", "{ servd: false"],
    "FLOW-SANDBOX",
  ],
  ["a mistyped text", [copy("screens/address"), "  street:", "  stret:"], "FLOW-COPY-MISSING"],
  [
    "a title that one language lacks",
    [copy("screens/address"), 'title: "Your address"\n', ""],
    "FLOW-COPY-MISSING",
  ],
  ["a colour with a digit too few", ["flows/clinic/theme.yaml", "#0b5d52", "#0b5d5"], "FLOW-SHAPE"],
  ["a time in one word", [FLOW, "after: 30 days", "after: 30d"], "FLOW-TIMER-TIME"],
  [
    "an instant that is no rule",
    [FLOW, "since: { var: application.startedAt }", "since: application.startedAt"],
    "FLOW-TIMER-SINCE",
  ],
  ["a tab", [screen("address"), "  back:", "\tback:"], "FLOW-YAML-SYNTAX"],
  [
    "a mistyped parameter of a path",
    [screen("address"), "{applicationId}", "{applicationID}"],
    "FLOW-PATH-PARAMETER",
  ],
  [
    "a list that is looked for in a word",
    [
      screen("allergies"),
      "[allergy, { var: health.conditions }]",
      "[{ var: health.conditions }, allergy]",
    ],
    "FLOW-RULE-TYPE",
  ],
  [
    "a yes where a word is kept",
    [screen("postcode"), "home.served: outside", "home.served: true"],
    "FLOW-SET-VALUE",
  ],
];

describe("foyer check of a mistake that leaves much of a form without use", () => {
  it.each(MISTAKES)("tells %s once, without what follows from it", (_, [file, from, to], code) => {
    const text = mustReplace(sources.get(file), from, to);
    const result = compileFlow(new Map([...sources, [file, text]]), "clinic", ["CI"]);
    const found = result.ok ? result.warnings : result.problems;
    expect(found.map((each) => each.code)).toEqual([code]);
  });
});
