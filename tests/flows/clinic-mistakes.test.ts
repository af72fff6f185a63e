import { describe, expect, it } from "vitest";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { PROBLEM_CODES } from "../../engine/compile/check/codes/problem-codes.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const FLOW = "flows/clinic/flow.yaml";
const POST = "flows/clinic/calls/post.yaml";
const REGISTRY = "flows/clinic/calls/registry.yaml";
const screen = (id: string) => `flows/clinic/screens/${id}.yaml`;
const form = (id: string) => `schemas/clinic/forms/${id}.yaml`;
const CODE_PARAMS = "params: { codeId: { var: email.codeId } }";
const CODE_MAIL = "to: { default: [{ var: form.address }, { var: email.address }] }";
const CLOSE =
  "match: { registration-open: true }\n    since: { var: application.startedAt }\n    after: 30 days";
const ABOUT = "lifetime: 2 days\n    about: { var: email.address }";
const KEEP = "submit: { to: next }";

const REFUSED = "not: { outcome: success }, stay: { error: errors.registry }";
const FAILURES = `- { id: unknown, match: { outcome: unknown }, stay: { error: errors.unknown } }
      - { id: failed, ${REFUSED} }
      `;
const NOT_SENT = "not: { outcome: success }, stay: { error: errors.post } }\n      - { id: con";
const REOPEN = `  reopen:
    description: Opens it again
    match: { application.closed: true }
    after: 1 day
    then:
      - { id: opened, set: { application.closed: null }, stay: true }
mailedLinks:`;

/** What is wrong, the file, the text and what stands in its place, the code and the message. */
type Mistake = readonly [
  mistake: string,
  place: readonly [file: string, from: string, to: string],
  code: string,
  message: string,
];

const MISTAKES: readonly Mistake[] = [
  [
    "the way back goes past a page",
    [
      screen("address"),
      "back: { style: back, keep: true, to: previous }",
      "back: { style: back, keep: true, to: email }",
    ],
    "FLOW-ACTION-BACK",
    'leads to "email", past "contact"',
  ],
  [
    "a path of a call that no params fill",
    [POST, CODE_PARAMS, "params: {}"],
    "FLOW-CALL-PATH",
    "no `params` fill {codeId}",
  ],
  [
    "a path of a call that is filled with nothing",
    [POST, CODE_PARAMS, "params: { codeId: '' }"],
    "FLOW-CALL-PATH",
    "{codeId} of its path is empty",
  ],
  [
    "a path of a call that is filled with an object",
    [POST, CODE_PARAMS, "params: { codeId: { var: email } }"],
    "FLOW-CALL-PATH",
    "{codeId} of its path is no text and no number",
  ],
  [
    "a path of a call that is filled with a list",
    [POST, CODE_PARAMS, "params: { codeId: { var: health.conditions } }"],
    "FLOW-CALL-PATH",
    "{codeId} of its path is no text and no number",
  ],
  [
    "a call whose path takes what its screen does not ask for",
    [screen("allergies"), KEEP, "submit: { call: findDistrict, then: [{ id: on, to: next }] }"],
    "FLOW-CALL-PATH",
    '"allergies" asks for no "postcode"',
  ],
  [
    "an outcome below one that always holds",
    [
      POST,
      "- { match: { status: 2xx }, outcome: success }",
      "- { when: true, outcome: failed }\n      - { match: { status: 2xx }, outcome: success }",
    ],
    "FLOW-ROW-DEAD",
    'The outcome "success" is never given',
  ],
  ["a mail to no address", [POST, CODE_MAIL, "name: Kim"], "FLOW-CALL-MAIL", "goes to no address"],
  ["a mail to a name", [POST, CODE_MAIL, "to: The family"], "FLOW-CALL-MAIL", "goes to no address"],
  [
    "a mail to a list",
    [POST, CODE_MAIL, "to: { var: health.conditions }"],
    "FLOW-CALL-MAIL",
    "goes to no address",
  ],
  [
    "a mail in a language that the flow does not have",
    [POST, "locale: { var: locale }", "locale: fr-FR"],
    "FLOW-CALL-MAIL",
    "does not speak fr-FR",
  ],
  [
    "a mailed link about what was typed",
    [FLOW, ABOUT, "lifetime: 2 days\n    about: { var: form.address }"],
    "FLOW-LINK-ABOUT",
    '"form.address" is another value',
  ],
  [
    "a mailed link about an answer",
    [FLOW, ABOUT, "lifetime: 2 days\n    about: { var: answer.code }"],
    "FLOW-LINK-ABOUT",
    '"answer.code" is another value',
  ],
  [
    "a timer that reads what was typed",
    [FLOW, CLOSE, "match: { form.address: true }\n    after: 30 days"],
    "FLOW-TIMER-READS",
    'reads "form.address"',
  ],
  [
    "a timer that reads an answer",
    [FLOW, CLOSE, "not: { outcome: success }\n    after: 30 days"],
    "FLOW-TIMER-READS",
    'reads "outcome"',
  ],
  [
    "a state change that copies a text to a yes or no",
    [FLOW, "set: { application.closed: true }", "set: { application.closed: { var: home.town } }"],
    "FLOW-SET-VALUE",
    '"application.closed" is a yes or no, and "home.town" is a text',
  ],
  [
    "a state change that copies a list to a text",
    [screen("email"), "email.confirmed: null", "home.town: { var: health.conditions }"],
    "FLOW-SET-VALUE",
    '"home.town" is a text, and "health.conditions" is a list',
  ],
  [
    "a state change to a text that its form does not offer",
    [screen("preferences"), KEEP, "submit: { set: { preferences.language: fre }, to: next }"],
    "FLOW-SET-VALUE",
    '"preferences.language" becomes "fre", which the form that asks for it does not offer',
  ],
  [
    "a screen that asks for nothing in some state",
    [
      form("allergies"),
      "    type: string",
      "    type: string\n    x-when: { match: { insurance.insured: 'yes' } }",
    ],
    "FLOW-FORM-EMPTY",
    'the screen "allergies" asks for nothing',
  ],
  [
    "a call that saves its whole answer as a text",
    [REGISTRY, "home.district: { var: answer.district }", "home.district: { var: answer }"],
    "FLOW-SET-VALUE",
    '"home.district" is a text, and "answer" is an object',
  ],
  [
    "a call that saves a number of its answer as a text",
    [REGISTRY, "district: { type: string }", "district: { type: number }"],
    "FLOW-SET-VALUE",
    '"home.district" is a text, and "answer.district" is a number',
  ],
  [
    "a list that takes no entry",
    [screen("members"), "max: 8", "max: 0"],
    "FLOW-LIST",
    "takes 0 entries",
  ],
  [
    "a list that names its entries by what they do not have",
    [screen("members"), "title: { var: item.name }", "title: { var: item.nam }"],
    "FLOW-RULE-PATH",
    'Unknown path "item.nam"',
  ],
  [
    "a table of entries with what they do not have",
    [screen("check"), "cells: { born: { var: item.born } }", "cells: { born: { var: item.age } }"],
    "FLOW-RULE-PATH",
    'Unknown path "item.age"',
  ],
  [
    "more choices wanted than can be chosen together",
    [form("conditions"), "x-none: nothing", "x-none: nothing\n    minItems: 5"],
    "FLOW-FIELD-BOUNDS",
    "asks for 5 choices, and offers 4",
  ],
  [
    "an answer that is too short for its format",
    [form("contact"), "format: phone", "format: phone\n    maxLength: 2"],
    "FLOW-FIELD-BOUNDS",
    'No answer of "phone" keeps both its maxLength',
  ],
  [
    "a page that is skipped unless an answer is none of the choices",
    [screen("previous-doctor"), "doctor.had: 'yes'", "doctor.had: ja"],
    "FLOW-RULE-VALUE",
    '"doctor.had" is never "ja"',
  ],
  [
    "a page for a choice that is not offered",
    [form("conditions"), "[allergy, asthma,", "[allergies, asthma,"],
    "FLOW-RULE-VALUE",
    '"health.conditions" is never "allergy"',
  ],
  [
    "a guard about a choice that is not offered",
    ["flows/clinic/guards.yaml", "insurance.insured: 'yes'", "insurance.insured: ja"],
    "FLOW-RULE-VALUE",
    '"insurance.insured" is never "ja"',
  ],
  [
    "a message at a field that the page does not ask for",
    [screen("postcode"), "field: postcode", "field: town"],
    "FLOW-NAME",
    '"postcode" asks for no "town"',
  ],
  [
    "a row that tells of an error on success",
    [screen("check"), REFUSED, "match: { outcome: success }, stay: { error: errors.registry }"],
    "FLOW-ROW-SUCCESS",
    "tells of an error whenever the call has succeeded",
  ],
  [
    "a call that takes a refusal for a success",
    [POST, "match: { status: 2xx }", "match: { status: 4xx }"],
    "FLOW-OUTCOME-TURNED",
    '"checkCode" succeeds where the service refuses',
  ],
  [
    "a failed call that leads back to its page without a word",
    [
      screen("email-code"),
      NOT_SENT,
      "not: { outcome: success }, to: email-code }\n      - { id: con",
    ],
    "FLOW-ROW-SILENT",
    'leaves people on the screen "email-code" and says nothing',
  ],
  [
    "a failed call after which the page stays without a word",
    [screen("check"), REFUSED, "not: { outcome: success }, stay: true"],
    "FLOW-ROW-SILENT",
    'leaves people on the screen "check" and says nothing',
  ],
  [
    "a call that counts as sent where nothing answered",
    [screen("check"), REFUSED, "match: { outcome: failed }, stay: { error: errors.registry }"],
    "FLOW-ROW-FAILED",
    'the row "registered" applies as if it had succeeded',
  ],
  [
    "a screen whose skip contradicts itself",
    [
      screen("members"),
      "kind: list",
      "kind: list\nskip: { match: { home.served: outside }, not: { home.served: outside } }",
    ],
    "FLOW-SCREEN-NEVER",
    "its `skip` contradicts itself",
  ],
  [
    "a call whose table names no failure",
    [screen("check"), FAILURES, ""],
    "FLOW-ROW-FAILED",
    'the row "waiting" applies as if it had succeeded',
  ],
  [
    "two timers that undo one another",
    [FLOW, "mailedLinks:", REOPEN],
    "FLOW-TIMER-UNDONE",
    '"close" and "reopen" undo one another',
  ],
  [
    "a timer that another one ends before it fires",
    [
      FLOW,
      "after: 7 days\n    since: change",
      "after: 40 days\n    since: { var: application.startedAt }",
    ],
    "FLOW-TIMER-NEVER",
    '"remind" never fires: "close" fires before it',
  ],
  [
    "a summary that takes the words of another list",
    [screen("check"), "options: options.yesNo", "options: screens.consent"],
    "FLOW-SHOWN",
    'have no word for "yes", "no", which "insurance.insured" may be',
  ],
  [
    "a form whose main action is drawn as the way back",
    [screen("address"), "submit: { to: next }", "submit: { style: back, to: next }"],
    "FLOW-ACTION-BACK",
    'The action "submit" of the screen "address" is drawn as the way back and leads on',
  ],
  [
    "a call that the sandbox of its service does not answer",
    [
      REGISTRY,
      "calls:\n",
      "calls:\n  leave:\n    { description: Leaves, service: registry, method: POST, path: /left, timeoutMs: 5000 }\n",
    ],
    "FLOW-SANDBOX",
    'The sandbox of "registry" does not answer its call "leave"',
  ],
  [
    "a screen that is done once something was typed",
    [screen("email-code"), "done: { var: email.confirmed }", "done: { var: form.code }"],
    "FLOW-RULE-FLEETING",
    '`done` of the screen "email-code" reads "form.code"',
  ],
  [
    "a screen that asks for a code and does not say when it is done",
    [screen("email-code"), "done: { var: email.confirmed }\n", ""],
    "FLOW-DONE-NONE",
    'its answer "code" is required and not kept',
  ],
  [
    "a screen that is done until it is done",
    [
      screen("check"),
      "done: { var: application.sent }",
      "done: { '!': { var: application.sent } }",
    ],
    "FLOW-DONE-ALWAYS",
    'The screen "check" is never asked for',
  ],
  [
    "a summary from which a change leads through all that follows",
    [screen("check"), "review: true\n", ""],
    "FLOW-REVIEW",
    'Whoever changes an answer on the screen "contact" is led on from there',
  ],
  [
    "a screen of a form without one",
    [screen("address"), "form: address\n", ""],
    "FLOW-FORM-NONE",
    'The screen "address" is a form, and does not say which',
  ],
  [
    "a form whose button leads nowhere",
    [screen("address"), KEEP, "submit: { style: primary }"],
    "FLOW-FORM-CIRCLE",
    'The form of the screen "address" leads back to itself',
  ],
  [
    "answers that are kept at no place",
    [screen("address"), "binds: home", "binds: hom"],
    "FLOW-FIELD-PLACE",
    'The state has no "hom", where the answers of the screen "address" are to be kept',
  ],
  [
    "a screen that is always skipped",
    [screen("allergies"), "{ in: [allergy, { var: health.conditions }] }", "{ in: [a, [b]] }"],
    "FLOW-SCREEN-NEVER",
    'The screen "allergies" is always skipped',
  ],
  [
    "an end that is no screen and no table",
    [FLOW, "end: registered", "end: registred"],
    "FLOW-NAME",
    'There is no screen and no table "registred"',
  ],
  [
    "a limit that is a text",
    [screen("medicines"), "max: 10", "max: ten"],
    "FLOW-RULE-TYPE",
    "A number belongs here, and this gives a text",
  ],
];

/** Problems of the clinic's form with one text replaced. */
function problemsOf([file, from, to]: Mistake[1]) {
  const text = mustReplace(sources.get(file), from, to);
  const result = compileFlow(new Map([...sources, [file, text]]), "clinic", ["CI"]);
  return result.ok ? result.warnings : result.problems;
}

describe("foyer check of a form that an applicant cannot complete", () => {
  it("finds nothing in the form without a mistake", () => {
    const result = compileFlow(sources, "clinic", ["CI"]);
    expect(result.ok ? result.warnings : result.problems).toEqual([]);
  });

  it.each(MISTAKES)("names %s, with its place", (_, place, code, message) => {
    const found = problemsOf(place).filter((each) => each.code === code);
    expect(found.map((each) => each.message).join("\n")).toContain(message);
    for (const { file, line } of found) {
      expect(file).toMatch(/^(?:flows|schemas)\/clinic\//u);
      expect(line).toBeGreaterThan(0);
    }
    expect(PROBLEM_CODES[code]).toBeDefined();
  });
});
