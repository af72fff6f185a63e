import { expect, it } from "vitest";
import { cardProblems } from "../../../card-flow.ts";
import { shippedSources } from "../../../definitions.ts";

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
