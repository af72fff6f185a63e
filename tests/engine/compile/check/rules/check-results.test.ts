import { expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";

const GUARDS = "flows/library-card/guards.yaml";
const TOWNS =
  "towns: [{ id: here, label: Here, kind: NEAR, fee: 5, full: false }, { id: away, label: Away, kind: FAR, fee: 9, full: false }]\n";

/** Problems of a card whose fee is compared in a value of its own. */
async function messagesOf(rate: string, compared: string) {
  const shipped = await shippedSources;
  const value = (name: string, rule: string) =>
    `  ${name}:\n    description: of a test\n    rule: ${rule}\n`;
  const problems = await cardProblems({
    "content/library-card/catalogue/towns.yaml": TOWNS,
    [GUARDS]: `${shipped.get(GUARDS) ?? ""}${value("rate", rate)}${value("compared", compared)}`,
  });
  return problems
    .filter(({ code }) => code === "FLOW-RULE-VALUE")
    .map(({ message, suggestion }) => `${message}: ${suggestion ?? ""}`);
}

const CASE = "{ case: [{ match: { reader.lives: here }, is: LOW }, { is: HIGH }] }";

it("ResultsCheck names a value that a named case never gives", async () => {
  const compare = (to: string) => messagesOf(CASE, `{ '===': [{ value: rate }, ${to}] }`);
  expect(await compare("HIHG")).toEqual([`The value "rate" is never "HIHG": HIGH`]);
  expect(await compare("HIGH")).toEqual([]);
  expect(await messagesOf(CASE, "{ in: [{ value: rate }, [LOW, NONE]] }")).toEqual([
    `The value "rate" is never "NONE": one of LOW, HIGH`,
  ]);
  expect(await messagesOf("1", `{ '===': [${CASE}, HIHG] }`)).toEqual([
    'The `case` is never "HIHG": HIGH',
  ]);
  // What one branch gives is not known.
  expect(
    await messagesOf(
      CASE.replace("HIGH", "{ var: reader.name }"),
      "{ '===': [{ value: rate }, X] }",
    ),
  ).toEqual([]);
});

it("ResultsCheck names a value that no thing of the catalogue has", async () => {
  const lookup = "{ lookup: [towns, { var: reader.lives }, kind] }";
  expect(await messagesOf("1", `{ '===': [${lookup}, FARR] }`)).toEqual([
    `"kind" of "towns" is never "FARR": FAR`,
  ]);
  expect(await messagesOf(lookup, "{ '===': [{ value: rate }, FAR] }")).toEqual([]);
});

it("ResultsCheck lets a rule wait for a price or a yes that no thing has today", async () => {
  const lookup = (member: string) => `{ lookup: [towns, { var: reader.lives }, ${member}] }`;
  expect(await messagesOf("1", `{ '===': [${lookup("fee")}, 0] }`)).toEqual([]);
  expect(await messagesOf(lookup("full"), "{ '===': [{ value: rate }, true] }")).toEqual([]);
});

it("ResultsCheck takes what a value gives over all variants", async () => {
  const guards = "flows/merchant-signup/guards.yaml";
  const overlay = "flows/merchant-signup/overlays/market/CA.yaml";
  const shipped = await shippedSources;
  const own = `  fare:\n    description: of a test\n    rule: { case: [{ match: { flags.guided: true }, is: LOW }, { is: HIGH }] }\n  compared:\n    description: of a test\n    rule: { '===': [{ value: fare }, MAPLE] }\n`;
  const sources = new Map(shipped).set(guards, `${shipped.get(guards) ?? ""}${own}`);
  const found = () => {
    const result = compileFlow(sources, "merchant-signup", ["LOCAL"]);
    const problems = result.ok ? result.warnings : result.problems;
    return problems.filter(({ code }) => code === "FLOW-RULE-VALUE").map(({ message }) => message);
  };
  expect(found()).toEqual([`The value "fare" is never "MAPLE"`]);
  sources.set(
    overlay,
    `${shipped.get(overlay) ?? ""}values: { fare: { description: of a test, rule: MAPLE } }\n`,
  );
  expect(found()).toEqual([]);
});
