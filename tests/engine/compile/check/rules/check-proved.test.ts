import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const STATE = "schemas/clinic/state.yaml";
const CODE = "flows/clinic/screens/email-code.yaml";
const EMAIL = "flows/clinic/screens/email.yaml";
const FRONT = "flows/clinic/flow.yaml";
const FORM = "schemas/clinic/forms/email.yaml";
const BY_ROW = "- { id: confirmed, set: { email.confirmed: true }, to: next }";

/** What the check says of the clinic's sign-up, whose confirmed address has to be proved. */
function toldOf(changes: Readonly<Record<string, readonly [string, string]>> = {}) {
  const edited = new Map(sources).set(
    STATE,
    mustReplace(
      sources.get(STATE),
      "confirmed: { type: boolean }",
      "confirmed: { type: boolean, x-proved: the mailed code or link was used }",
    ),
  );
  // The row follows a refusal of every other outcome; it has to say its own.
  edited.set(
    CODE,
    mustReplace(
      edited.get(CODE),
      BY_ROW,
      BY_ROW.replace("set:", "match: { outcome: success }, set:"),
    ),
  );
  for (const [file, [from, to]] of Object.entries(changes))
    edited.set(file, mustReplace(edited.get(file), from, to));
  const result = compileFlow(edited, "clinic", ["CI"]);
  return (result.ok ? [] : result.problems).flatMap(({ code, file, message }) =>
    code === "FLOW-STATE-PROVED" ? [[file, message.split(": whoever")[0]]] : [],
  );
}

describe("checkProved()", () => {
  it("accepts an outcome, a mailed link, and taking a proof away", () => {
    expect(toldOf()).toEqual([]);
  });

  it("reports a row that no outcome leads to", () => {
    expect(toldOf({ [CODE]: ["match: { outcome: success }, set:", "set:"] })).toEqual([
      [
        CODE,
        '"email.confirmed" is proved by an answer, and nothing has answered where this is set',
      ],
    ]);
  });

  const asks = (condition: string) =>
    toldOf({ [CODE]: ["match: { outcome: success }, set:", `${condition}, set:`] });
  const unproved =
    '"email.confirmed" is proved by an answer, and nothing has answered where this is set';

  it.each([
    "match: { outcome: failed }",
    "not: { outcome: success }",
    "not: { outcome: network }",
    "match: { outcome: [success, timeout] }",
    "when: { var: outcome }",
    "when: { '!==': [{ var: outcome }, success] }",
    "when: { or: [{ '===': [{ var: outcome }, success] }, { var: email.address }] }",
  ])("reports a row that reads the outcome and asks for no success: %s", (condition) => {
    expect(asks(condition)).toEqual([[CODE, unproved]]);
  });

  it.each([
    "match: { outcome: success, email.address: true }",
    "match: { outcome: [success] }",
    "when: { and: [{ var: email.address }, { '===': [success, { var: outcome }] }] }",
  ])("accepts a row that asks for a success: %s", (condition) => {
    expect(asks(condition)).toEqual([]);
  });

  it("reports an action that sets it by itself", () => {
    expect(
      toldOf({ [EMAIL]: ["set: { email.confirmed: null }", "set: { email.confirmed: true }"] }),
    ).toEqual([
      [
        EMAIL,
        '"email.confirmed" is proved by an answer, and nothing has answered where this is set',
      ],
    ]);
  });

  it.each([
    "set: { email: { object: { confirmed: true } } }",
    "set: { email: { confirmed: true, address: null } }",
  ])("reports an action that sets it with all that lies around it: %s", (around) => {
    expect(toldOf({ [EMAIL]: ["set: { email.confirmed: null }", around] })).toEqual([
      [EMAIL, unproved],
    ]);
    expect(
      toldOf({ [EMAIL]: ["set: { email.confirmed: null }", around.replace("true", "null")] }),
    ).toEqual([]);
  });

  const nested = (when: string, set = "true") =>
    toldOf({
      [CODE]: [
        "match: { outcome: success }, set: { email.confirmed: true }, to: next",
        `${when}, then: [{ id: inner, set: { email.confirmed: ${set} }, to: next }]`,
      ],
    });

  it("follows the conditions of the rows around a row", () => {
    expect(nested("match: { outcome: success }")).toEqual([]);
    expect(nested("match: { email.address: true }")).toEqual([[CODE, unproved]]);
  });

  it.each([
    ["a branch", "{ if: [{ var: email.address }, true, false] }"],
    ["a copy of another answer", "{ var: email.address }"],
  ])("reports %s that is written", (_, rule) => {
    expect(nested("match: { email.address: true }", rule)).toEqual([[CODE, unproved]]);
  });

  it.each([
    ["a branch that asks for a success", "{ if: [{ '===': [{ var: outcome }, success] }, true] }"],
    ["the place itself", "{ var: email.confirmed }"],
    ["a part of the answer", "{ if: [{ var: email.address }, { var: answer.good }] }"],
  ])("accepts %s", (_, rule) => {
    expect(nested("match: { email.address: true }", rule)).toEqual([]);
  });

  it("reports a parameter of an address that brings it", () => {
    const parameter = "entryParameters: { sure: { into: email.confirmed, description: Sure } }";
    const text = sources.get(FRONT) ?? "";
    const [line = ""] = /^entryParameters:.*$/m.exec(text) ?? [];
    const change: readonly [string, string] =
      line === "" ? ["flow: clinic", `flow: clinic\n${parameter}`] : [line, parameter];
    expect(toldOf({ [FRONT]: change })).toEqual([
      [FRONT, '"email.confirmed" is proved by an answer, and the parameter "sure" brings it'],
    ]);
  });

  it("reports a field that asks for it", () => {
    const text = sources.get(FORM) ?? "";
    expect(
      toldOf({
        [FORM]: [
          "properties:",
          "properties:\n  confirmed: { type: boolean, x-bind: email.confirmed }",
        ],
      }),
    ).toEqual([
      [FORM, '"email.confirmed" is proved by an answer, and the field "confirmed" asks for it'],
    ]);
    expect(text).toContain("properties:");
  });
});
