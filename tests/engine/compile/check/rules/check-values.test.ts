import { describe, expect, it } from "vitest";
import { addAt } from "../../../../edit-yaml.ts";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";
import { childcareProblems, told, type Slip } from "../../../../childcare-flow.ts";
import { describeMismatch } from "../../../../../engine/compile/check/values/mismatch.ts";

describe("describeMismatch()", () => {
  it.each([
    ["a whole number", { type: "integer" }, 95, undefined],
    [
      "a part of a whole number",
      { type: "integer" },
      95.5,
      { why: "it is a whole number", meant: "96" },
    ],
    ["a part of a number", { type: "number" }, 95.5, undefined],
    ["a text for a number", { type: "integer" }, "95", { why: "it is a number", meant: undefined }],
    [
      "no choice",
      { type: "string", enum: ["here", "elsewhere"] },
      "elsewere",
      { why: "it is not among its choices", meant: "elsewhere" },
    ],
    ["an empty text for nothing", { type: "number" }, "", undefined],
  ] as const)("%s", (_, type, constant, found) => {
    expect(describeMismatch(type, constant)).toEqual(found);
  });
});

const [CONFIRM, GUARDS, STATE] = [
  "flows/library-card/screens/confirm.yaml",
  "flows/library-card/guards.yaml",
  "schemas/library-card/state.yaml",
] as const;

/** What the check says of a card whose last page writes a value. */
async function writing(place: string, rule: string) {
  const shipped = await shippedSources;
  const problems = await cardProblems({
    [CONFIRM]: mustReplace(
      shipped.get(CONFIRM),
      "application.confirmed: true",
      `application.confirmed: true, ${place}: ${rule}`,
    ),
    [STATE]: addAt(shipped.get(STATE), "properties/kept", {
      type: "object",
      properties: {
        size: { type: "integer" },
        list: { type: "array", items: { type: "object", properties: { n: { type: "number" } } } },
      },
    }),
  });
  return problems.flatMap(({ code, message, line }) =>
    code === "FLOW-SET-VALUE" ? [[line, message]] : [],
  );
}

describe("checkValues() of what is written", () => {
  it.each([
    ["a constant", "kept.size", "'7'", '"kept.size" cannot become "7": it is a number'],
    [
      "a branch",
      "reader.lives",
      "{ if: [{ var: reader.born }, here, elsewhwere] }",
      '"reader.lives" cannot become "elsewhwere": it is not among its choices',
    ],
    [
      "a branch within an object",
      "kept",
      "{ object: [size, { if: [{ var: reader.born }, { var: reader.name }, 3] }] }",
      '"kept.size" is a number, and "reader.name" is a text',
    ],
    [
      "an object within a branch",
      "kept",
      "{ if: [{ var: reader.born }, { object: [size, many] }, null] }",
      '"kept.size" cannot become "many": it is a number',
    ],
    [
      "what map makes",
      "kept.list",
      "{ map: [{ var: kept.list }, { object: [n, { cat: [a, { var: n }] }] }] }",
      '"kept.list.*.n" is a number, and what the rule makes is a text',
    ],
    ["a list for a text", "reader.lives", "{ map: [{ var: kept.list }, { var: n }] }", "list"],
  ])("reports %s that its place cannot have", async (_, place, rule, message) => {
    const told = await writing(place, rule);
    expect(told.map(([, text]) => text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ["a copy of itself", "kept", "{ var: kept }"],
    ["a branch of the right kind", "kept.size", "{ if: [{ var: reader.born }, 3] }"],
    ["a number made of others", "kept.size", "{ '+': [{ var: kept.size }, 1] }"],
    ["elements of the right kind", "kept.list", "{ map: [{ var: kept.list }, { pick: [n] }] }"],
  ])("takes %s", async (_, place, rule) => {
    expect(await writing(place, rule)).toEqual([]);
  });
});

describe("checkValues() of what is compared", () => {
  const comparing = async (rule: string) => {
    const shipped = await shippedSources;
    const odd = `  odd:\n    description: it is odd\n    rule: ${rule}\n`;
    const problems = await cardProblems({
      [GUARDS]: mustReplace(shipped.get(GUARDS), "\nvalues:", `\n${odd}values:`),
    });
    return problems.flatMap(({ code, message }) => (code === "FLOW-RULE-VALUE" ? [message] : []));
  };
  const branches = "{ if: [{ var: reader.born }, { var: reader.lives }, none] }";

  it("reports a constant that no branch of a rule may be", async () => {
    expect(await comparing(`{ '===': [${branches}, neer] }`)).toEqual([
      'The rule is never "neer": it is not among its choices',
    ]);
  });

  it.each(["here", "none"])("takes a constant that a branch may be: %s", async (constant) => {
    expect(await comparing(`{ '===': [${branches}, ${constant}] }`)).toEqual([]);
  });
});

describe("checkValues() of what calls are answered", () => {
  const [TABLE, REFUSED, DONE] = [
    "flows/transitions/assessed.yaml",
    "flows/screens/refused.yaml",
    "flows/screens/done.yaml",
  ] as const;

  it("finds nothing in choices that the answer has", async () => {
    expect(await childcareProblems()).toEqual([]);
  });

  it.each([
    ["asked", REFUSED, "application.decision: refused", "rejected"],
    ["allow", DONE, "application.decision: granted", "approved"],
  ])(
    "knows the choices of an answer at the place that keeps it: %s",
    async (_, file, rule, odd) => {
      const slip: Slip = [file, rule, `application.decision: ${odd}`];
      expect(await told("FLOW-RULE-VALUE", slip)).toEqual([
        `${file}:5 "application.decision" is never "${odd}": it is not among its choices`,
      ]);
    },
  );

  it("knows them where a row after the call keeps the answer", async () => {
    const slips: readonly Slip[] = [
      [
        "flows/calls/ministry.yaml",
        "application: [decision, reference]",
        "application: [reference]",
      ],
      [
        TABLE,
        "to: refused",
        "set: { application.decision: { var: answer.decision } }, to: refused",
      ],
      [TABLE, "to: done", "set: { application.decision: { var: answer.decision } }, to: done"],
    ];
    expect(await told("FLOW-RULE-VALUE", ...slips)).toEqual([]);
    const slip: Slip = [REFUSED, "application.decision: refused", "application.decision: rejected"];
    expect(await told("FLOW-RULE-VALUE", ...slips, slip)).toHaveLength(1);
  });

  it("knows nothing where the answer may be any text", async () => {
    const slips: readonly Slip[] = [
      ["flows/calls/ministry.yaml", ", enum: [granted, refused]", ""],
      [REFUSED, "application.decision: refused", "application.decision: rejected"],
    ];
    expect(await told("FLOW-RULE-VALUE", ...slips)).toEqual([]);
  });
});
