import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../server/definitions/read-sources.ts";
import { HOUSEHOLD, PROJECT } from "../../../definitions.ts";
import { mustReplace } from "../../../must-replace.ts";

const shipped = await readSources(HOUSEHOLD, PROJECT);
const MEMBERS = "flows/household/screens/members.yaml";
const ADDRESSES = "flows/household/screens/addresses.yaml";

/** The flow with parts of files replaced, or with further files, compiled. */
function compiled(edits: readonly (readonly [path: string, from: string, to: string])[]) {
  const sources = new Map(shipped);
  for (const [path, from, to] of edits)
    sources.set(path, from === "" ? to : mustReplace(sources.get(path) ?? "", from, to));
  return compileFlow(sources, "household", ["LOCAL"]);
}

function variantOf(...edits: readonly (readonly [path: string, from: string, to: string])[]) {
  const result = compiled(edits);
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 1));
  return result.flow.variant({ market: "US", environment: "LOCAL" });
}

describe("ListLowering", () => {
  it("makes the screens of an entry, with the page and the words of its list", () => {
    const flow = variantOf();
    const paths = ["member", "member-new", "previous-address"].map(
      (id) => flow.screens.get(id)?.definition.path,
    );
    expect(paths).toEqual([
      "/{applicationId}/members/{member}",
      "/{applicationId}/members/new",
      "/{applicationId}/addresses/{previousAddress}",
    ]);
    expect(flow.screens.get("member-new")?.copy).toBe("screens.member");
    expect(flow.copy("en-US").text("screens.members.limits.full", { count: 3, max: 3 })).toBe(
      "You have added 3, and no more can be added. To add another, remove one.",
    );
    expect(flow.copy("en-US").text("screens.members.fields.any.label")).toBe(
      "Does anyone live with you?",
    );
  });

  it("lays the author's own parts over the generated ones", () => {
    const flow = variantOf(
      [
        "flows/household/screens/member.yaml",
        "",
        `screen: member
path: /{applicationId}/people/{member}
kind: form
blocks: [{ id: about, kind: text }]
`,
      ],
      [
        "content/household/en-US/screens/member.yaml",
        'title: "Household member"',
        'title: "Household member"\nblocks: { about: { text: "As in the passport." } }',
      ],
    );
    const screen = flow.screens.get("member");
    expect(screen?.definition.path).toBe("/{applicationId}/people/{member}");
    expect(screen?.blocks.map(({ definition: { id } }) => id)).toEqual(["gone", "full", "about"]);
    expect(screen?.definition.form).toBe("member");
  });

  it("follows an overlay that lets a list have fewer entries", () => {
    const flow = variantOf(
      [
        "flows/household/overlays/market/US.yaml",
        "",
        "overlay: market\nname: US\ndescription: Fewer\nscreens: { members: { list: { max: 1 } } }\n",
      ],
      [
        "flows/household/flow.yaml",
        "description: Where people are",
        "description: Where people are\n    changes: [screens.members.list.max]",
      ],
    );
    const asked = flow.forms.get("members-another")?.askedWhile.get("another");
    const facts = (count: number) => ({ household: { members: Array(count).fill({ id: "a" }) } });
    expect([0, 1].map((count) => asked?.test(facts(count)))).toEqual([false, false]);
  });

  it.each([
    ["min: 2", "min: '2'", "2"],
    ["max: 3", "max: '3'", "3"],
  ])("takes a number in quotes for the number, and says so once: %s", (from, to, meant) => {
    const result = compiled([[ADDRESSES, from, to]]);
    expect(
      result.ok ? [] : result.problems.map(({ code, suggestion }) => [code, suggestion]),
    ).toEqual([["FLOW-RULE-TYPE", meant]]);
  });

  it("holds the call of `submit` back until nothing is added any more", () => {
    const result = compiled([
      [ADDRESSES, "actions:", "actions:\n  submit: { call: send, with: { a: 1 }, then: resume }"],
    ]);
    expect(
      result.ok ? [] : result.problems.map(({ message, line }) => [message, line]),
    ).toContainEqual(['There is no call "send"', 12]);
  });

  it.each([
    ["no most", MEMBERS, "  max: 3\n", "", 6, "max: 10 beside entry"],
    ["more needed than taken", ADDRESSES, "min: 2", "min: 4", 8, "min: 3, max: 4"],
    [
      "limits without a form",
      MEMBERS,
      "  entry: member\n",
      "",
      6,
      "entry: FORM, the form that asks for one",
    ],
    [
      "no place of its own",
      MEMBERS,
      "of: household.members",
      "of: { var: household.members }",
      5,
      "of: household.members",
    ],
    [
      "a place that is no list",
      MEMBERS,
      "of: household.members",
      "of: household.told",
      5,
      "told: { type: array, items: { type: object, properties: { id: { type: string } } } } in state.yaml",
    ],
    [
      "nothing that tells an empty answer",
      MEMBERS,
      "  answered: household.told\n",
      "",
      6,
      "min: 1, or answered: PATH, a boolean of the state",
    ],
    [
      "a form of its own",
      MEMBERS,
      "kind: list",
      "kind: list\nform: member",
      4,
      "a screen of its own for other questions",
    ],
  ])("refuses a list with %s", (_, path, from, to, line, suggestion) => {
    const result = compiled([[path, from, to]]);
    const [problem] = result.ok ? [] : result.problems.filter(({ code }) => code === "FLOW-LIST");
    expect([problem?.file, problem?.line, problem?.suggestion]).toEqual([path, line, suggestion]);
  });

  it("reports an unknown form where the list names it", () => {
    const result = compiled([[MEMBERS, "entry: member", "entry: membr"]]);
    const [problem] = result.ok ? [] : result.problems.filter(({ code }) => code === "FLOW-NAME");
    expect([problem?.code, problem?.file, problem?.line, problem?.suggestion]).toEqual([
      "FLOW-NAME",
      MEMBERS,
      6,
      "member",
    ]);
  });
});
