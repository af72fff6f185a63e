import { expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const CONFIG = "flows/library-card/config/library.yaml";
const GUARDS = "flows/library-card/guards.yaml";

/** The problems of a card that reads a rate by where the reader lives. */
async function problemsOf(rule: string, rates: string) {
  const shipped = await shippedSources;
  const files = {
    [CONFIG]: `${shipped.get(CONFIG) ?? ""}rates: ${rates}\n`,
    [GUARDS]: `${shipped.get(GUARDS) ?? ""}  rate:\n    description: what it costs\n    rule: ${rule}\n`,
  };
  return (await cardProblems(files))
    .filter(({ code }) => code === "FLOW-CHOICE-VALUE" || code === "FLOW-UNREAD")
    .map(({ message }) => message);
}

const BY_SETTING = "{ var: { cat: ['config.rates.', { var: reader.lives }] } }";

it("checkChoiceValues() names a choice without a setting", async () => {
  expect(await problemsOf(BY_SETTING, "{ here: 0 }")).toEqual([
    'The setting "rates" has nothing for "elsewhere", which "reader.lives" may be: the rule gives null then',
  ]);
  expect(await problemsOf(BY_SETTING, "{ here: 0, elsewhere: 2500 }")).toEqual([]);
});

const BY_CASE = "{ case: [{ match: { reader.lives: here }, is: 0 }] }";

it("checkChoiceValues() names a choice without an entry of a case", async () => {
  const problems = (rule: string) => problemsOf(rule, "{ here: 0 }");
  const missing =
    'The `case` has nothing for "elsewhere", which "reader.lives" may be: the rule gives null then';
  expect(await problems(BY_CASE)).toContain(missing);
  for (const fine of [
    "{ case: [{ match: { reader.lives: here }, is: 0 }, { is: 5 }] }",
    "{ case: [{ match: { reader.lives: [here, elsewhere] }, is: 0 }] }",
    // Null is meant where something stands in for it.
    `{ default: [${BY_CASE}, 7] }`,
    "{ case: [{ match: { reader.lives: here, reader.born: true }, is: 0 }] }",
  ])
    expect(await problems(fine)).not.toContain(missing);
});

it("checkChoiceValues() follows the elements of a list, and named values", async () => {
  const guards = (await shippedSources).get(GUARDS) ?? "";
  const messages = async (rule: string) => {
    const lives = "  lives:\n    description: where\n    rule: { var: reader.lives }\n";
    const files = {
      [GUARDS]: `${guards}${lives}  rate:\n    description: rate\n    rule: ${rule}\n`,
    };
    const found = (await cardProblems(files)).filter(({ code }) => code === "FLOW-CHOICE-VALUE");
    return found.map(({ message }) => message);
  };
  const missing =
    'The `case` has nothing for "elsewhere", which "reader.lives" may be: the rule gives null then';
  const byCase = (read: string) => `{ if: [{ '===': [${read}, here] }, 0] }`;
  expect(await messages(byCase("{ value: lives }"))).toEqual([missing]);
  const each = (read: string) =>
    `{ map: [[{ object: [at, { var: reader.lives }] }], { object: [rate, ${byCase(read)}] }] }`;
  expect(await messages(each("{ var: at }"))).toEqual([missing]);
  expect(await messages(each("{ fact: reader.lives }"))).toEqual([missing]);
  expect(await messages(each("{ var: reader.lives }"))).toEqual([]);
});

it("checkChoiceValues() takes a case without an entry for no in a guard", async () => {
  const rule = "{ case: [{ match: { reader.lives: here }, is: { var: reader.born } }] }";
  const near = `  near:\n    description: it is near\n    rule: ${rule}\n`;
  const text = (await shippedSources).get(GUARDS) ?? "";
  const codesOf = async (edited: string) =>
    (await cardProblems({ [GUARDS]: edited })).map(({ code }) => code);
  expect(await codesOf(`${text}${near}`)).toContain("FLOW-CHOICE-VALUE");
  expect(await codesOf(mustReplace(text, "\nvalues:", `\n${near}values:`))).not.toContain(
    "FLOW-CHOICE-VALUE",
  );
});

it("checkChoiceValues() takes a case without an entry for no where a rule is asked", async () => {
  const shipped = await shippedSources;
  const form = "schemas/library-card/forms/reader.yaml";
  const codesOf = async (files: Readonly<Record<string, string>>) =>
    (await cardProblems(files)).map(({ code }) => code);
  const asked = `${shipped.get(form) ?? ""}    x-when: ${BY_CASE}\n`;
  expect(await codesOf({ [form]: asked })).not.toContain("FLOW-CHOICE-VALUE");
  for (const rule of [
    `{ if: [${BY_CASE}, 1, 2] }`,
    `{ and: [${BY_CASE}, 1] }`,
    `{ default: [{ or: [${BY_CASE}, { var: reader.born }] }, 7] }`,
    `{ default: [{ if: [{ var: reader.born }, ${BY_CASE}, 3] }, 7] }`,
  ])
    expect(await problemsOf(rule, "{ here: 0 }"), rule).toHaveLength(1);
});

it("checkChoiceValues() reads a screen and an action with the name of a question", async () => {
  const shipped = await shippedSources;
  const fee = `  - { id: fee, kind: facts, items: [{ id: fee, value: ${BY_CASE} }] }\n`;
  const codesOf = async (screen: string, from: string, to: string) => {
    const path = `flows/library-card/screens/${screen}.yaml`;
    const problems = await cardProblems({ [path]: mustReplace(shipped.get(path), from, to) });
    return problems.map(({ code }) => code);
  };
  expect(await codesOf("done", "blocks:\n", `blocks:\n${fee}`)).toContain("FLOW-CHOICE-VALUE");
  const skip = `  skip: { form: false, set: { reader.lives: ${BY_CASE} }, to: reader }\n`;
  expect(await codesOf("confirm", "actions:\n", `actions:\n${skip}`)).toContain(
    "FLOW-CHOICE-VALUE",
  );
});

const TOWNS = `towns:
  - { id: here, label: Here, fee: 0 }
  - { id: away, label: Away, fee: 9 }
`;

it("checkChoiceValues() names a choice that the catalogue does not have", async () => {
  const messages = async (towns: string, rule: string) => {
    const problems = await cardProblems({
      "content/library-card/catalogue/towns.yaml": towns,
      [GUARDS]: `${(await shippedSources).get(GUARDS) ?? ""}  rate:\n    description: what it costs\n    rule: ${rule}\n`,
    });
    return problems
      .filter(({ code }) => code === "FLOW-CHOICE-VALUE")
      .map(({ message }) => message);
  };
  const lookup = "{ lookup: [towns, { var: reader.lives }, fee] }";
  expect(await messages(TOWNS, lookup)).toEqual([
    '"fee" of the collection "towns" has nothing for "elsewhere", which "reader.lives" may be: the rule gives null then',
  ]);
  expect(await messages(TOWNS, `{ default: [${lookup}, 0] }`)).toEqual([]);
  expect(await messages(TOWNS.replace("away", "elsewhere"), lookup)).toEqual([]);
});
