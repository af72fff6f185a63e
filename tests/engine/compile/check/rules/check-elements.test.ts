import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const sources = await readSources(CLINIC, PROJECT);
const CALLS = "flows/clinic/calls/registry.yaml";
const CHECK = "flows/clinic/screens/check.yaml";
const SANDBOX = "flows/clinic/sandbox/registry.yaml";
const MEMBER = "schemas/clinic/forms/member.yaml";
const MEMBERS = "members: { default: [{ var: family.members }, []] }";
const PLACE = "properties: { place: { type: string }, number: { type: string } }";
const RELATION = "{ '===': [{ var: relation }, child] }";

type Slip = readonly [file: string, from: string, to: string];

/** Errors of the clinic with some texts of its files replaced. */
function errorsAfter(...slips: readonly Slip[]): readonly string[] {
  const changed = new Map(sources);
  for (const [file, from, to] of slips)
    changed.set(file, mustReplace(changed.get(file) ?? "", from, to));
  const result = compileFlow(changed, "clinic", ["LOCAL"]);
  return (result.ok ? [] : result.problems).map(
    ({ code, file, message, suggestion = "" }) => `${code} ${file} ${message} (${suggestion})`,
  );
}

const sent = (rule: string): Slip => [CALLS, MEMBERS, `members: ${rule}`];
const rule = (when: string): Slip => [
  MEMBER,
  "x-order:",
  `x-rules: [{ id: odd, when: ${when}, field: name, message: validation.choose }]\nx-order:`,
];

describe("checkElements()", () => {
  it.each<readonly [string, readonly Slip[]]>([
    [
      "members that entries have",
      [sent("{ map: [{ var: family.members }, { pick: [name, born] }] }")],
    ],
    ["a value that the form offers", [sent(`{ filter: [{ var: family.members }, ${RELATION}] }`)]],
    ["an element of unknown shape", [sent("{ map: [{ var: query.all }, { var: nmae }] }")]],
    [
      "fields of the form and parameters of its paths",
      [rule("{ match: { form.name: true, params.member: true } }")],
    ],
    [
      "an answer's value where its schema lists none",
      [[CHECK, "answer.place: waiting", "answer.place: full"]],
    ],
  ])("takes %s", (_, slips) => {
    expect(errorsAfter(...slips)).toEqual([]);
  });

  it.each<readonly [string, string, readonly Slip[]]>([
    [
      "a picked member that no entry has",
      `FLOW-RULE-PATH ${CALLS} Unknown path "nmae": an entry of "family.members" has no such member (name)`,
      [sent("{ map: [{ var: family.members }, { pick: [nmae] }] }")],
    ],
    [
      "a value that no form offers, inside a list",
      `FLOW-RULE-VALUE ${CALLS} "relation" is never "chlid": it is not among its choices (child)`,
      [sent("{ filter: [{ var: family.members }, { '===': [{ var: relation }, chlid] }] }")],
    ],
    [
      "a table cell that reads what no entry has",
      `FLOW-RULE-PATH ${CHECK} Unknown path "item.bron": an entry of "family.members" has no such member (born)`,
      [[CHECK, "var: item.born", "var: item.bron"]],
    ],
    [
      "a value that no answer has",
      `FLOW-RULE-VALUE ${CHECK} "answer.place" is never "waitin": it is not among its choices (waiting)`,
      [
        [CALLS, PLACE, PLACE.replace("string }", "string, enum: [waiting, registered] }")],
        [CHECK, "answer.place: waiting", "answer.place: waitin"],
      ],
    ],
    [
      "a field that the form of a rule lacks",
      `FLOW-RULE-PATH ${MEMBER} Unknown path "form.nmae": the form "member" has no such member (name)`,
      [rule("{ match: { form.nmae: true } }")],
    ],
    [
      "a parameter that no path of the form has",
      `FLOW-RULE-PATH ${MEMBER} Unknown path "params.membr": the path of each screen with the form "member" has no such member (member)`,
      [rule("{ match: { params.membr: true } }")],
    ],
    [
      "a member that a call never sends, in its sandbox",
      `FLOW-RULE-PATH ${SANDBOX} Unknown path "sent.body.hone.postcode": the request of the call has no such member (home)`,
      [[SANDBOX, "sent.body.home.postcode", "sent.body.hone.postcode"]],
    ],
  ])("refuses %s", (_, error, slips) => {
    expect(errorsAfter(...slips)).toContain(error);
  });
});
