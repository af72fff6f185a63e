import { describe, expect, it } from "vitest";
import { childcareProblems, type Slip } from "../../../../childcare-flow.ts";
import { durationMistake } from "../../../../../engine/compile/check/screens/duration-mistake.ts";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { editableSources } from "../../../../definitions.ts";
import { addAt, lineOf, setAt } from "../../../../edit-yaml.ts";

const shipped = await editableSources;
const CARD = "flows/library-card";

function warningsOf(path: string, text: string): readonly string[] {
  const result = compileFlow(new Map([...shipped, [path, text]]), "library-card", ["LOCAL"]);
  return (result.ok ? result.warnings : result.problems)
    .filter(({ code }) => /^FLOW-(?:FLAG|CURRENCY|ID-ALIKE|COPY-COPIED)$/.test(code))
    .map(
      ({ code, severity, file, line, message, suggestion = "" }) =>
        `${severity} ${code} ${file}:${line} ${message} (${suggestion})`,
    );
}

describe("checkAmountsAndFlags()", () => {
  const flags = `${CARD}/flags.yaml`;
  const front = `${CARD}/flow.yaml`;
  const guards = `${CARD}/guards.yaml`;

  it("finds nothing in the flow as it stands", () => {
    expect(warningsOf(flags, shipped.get(flags) ?? "")).toEqual([]);
  });

  it("warns of a flag whose default has another type", () => {
    const text = setAt(shipped.get(flags), "flags/chargesNonResidents/default", "ja");
    expect(warningsOf(flags, text)).toEqual([
      `warning FLOW-FLAG ${flags}:${lineOf(text, "chargesNonResidents")} The flag "chargesNonResidents" is "ja", which is no boolean (true or false, or its type in flags.yaml)`,
    ]);
  });

  it("warns of an amount in minor units that a page shows as it is", () => {
    const confirm = `${CARD}/screens/reader.yaml`;
    const shown = (as: string) =>
      addAt(shipped.get(confirm) ?? "", "blocks", [
        {
          id: "fee",
          kind: "facts",
          items: [{ id: "fee", value: { var: "config.feeMinor" }, ...(as === "" ? {} : { as }) }],
        },
      ]);
    const amounts = (text: string) => {
      const result = compileFlow(new Map([...shipped, [confirm, text]]), "library-card", ["LOCAL"]);
      return (result.ok ? result.warnings : result.problems)
        .filter(({ code }) => code === "FLOW-AMOUNT")
        .map(({ message, suggestion }) => [message, suggestion]);
    };
    expect(amounts(shown("money"))).toEqual([]);
    expect(amounts(shown(""))).toEqual([
      [
        '"config.feeMinor" is an amount in minor units, such as cents, and is shown as it is',
        "as: money",
      ],
    ]);
  });

  it("refuses a currency that does not exist", () => {
    const text = setAt(shipped.get(front), "axes/market/values/town/facts/currency", "CDA");
    expect(warningsOf(front, text)).toEqual([
      expect.stringContaining(
        `error FLOW-CURRENCY ${front}:${lineOf(text, "CDA")} "CDA" is no currency of ISO 4217`,
      ) as string,
    ]);
  });

  it("warns of two guards whose names a reader confuses", () => {
    const text = addAt(shipped.get(guards), "guards/reader-known", {
      description: "the reader has a name",
      rule: { "!!": { var: "reader.name" } },
    });
    expect(warningsOf(guards, text)).toEqual([
      expect.stringContaining(
        '"readerKnown" and "reader-known" differ in case or hyphens only',
      ) as string,
    ]);
  });
});

describe("checkLocales()", () => {
  it("warns of a translation that was copied word for word", () => {
    const english = shipped.get("content/library-card/en-US/screens/start.yaml") ?? "";
    const copied = warningsOf("content/library-card/fr-CA/screens/start.yaml", english);
    expect(copied.length).toBeGreaterThan(0);
    expect(copied[0]).toContain("of fr-CA is that of en-US, word for word");
  });
});

describe("checkAmountsAndFlags() of amounts that are texts", () => {
  it("refuses them, and says the whole number", async () => {
    const slip: Slip = ["flows/config/settings.yaml", "feeMinor: 2500", 'feeMinor: "$25"'];
    const problems = await childcareProblems(slip);
    expect(problems.filter(({ code }) => code === "FLOW-AMOUNT")).toEqual([
      expect.objectContaining({ severity: "error", suggestion: "2500", line: 4 }),
    ]);
  });
});

describe("checkAmountsAndFlags() of amounts that people type", () => {
  it("refuses to show one as if it were in minor units", async () => {
    const screen = "flows/screens/check.yaml";
    const shown = "{ '*': [{ var: care.cost }, 100] }";
    const told = async (value: string) =>
      (await childcareProblems([screen, shown, value]))
        .filter(({ code }) => code === "FLOW-AMOUNT")
        .map(({ suggestion }) => suggestion);
    expect(await told("{ var: care.cost }")).toEqual(["value: { minorUnits: { var: care.cost } }"]);
    expect(await told("{ minorUnits: { var: care.cost } }")).toEqual([]);
  });
});

describe("durationMistake() of months and years", () => {
  it.each([
    ["1 month", "30 days"],
    ["2 years", "730 days"],
  ])("says days for %s", (text, suggestion) => {
    expect(durationMistake(text).suggestion).toBe(suggestion);
  });
});
