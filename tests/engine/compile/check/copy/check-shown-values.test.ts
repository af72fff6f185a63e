import { expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { setAt } from "../../../../edit-yaml.ts";

const STATE = "schemas/library-card/state.yaml";
const FORM = "schemas/library-card/forms/reader.yaml";
const CONFIRM = "flows/library-card/screens/confirm.yaml";
const shipped = await shippedSources;

/** What the check says of a card whose date of birth is so private, and of the line that shows it. */
async function messagesOf(kind: string, value: unknown) {
  const problems = await cardProblems({
    [STATE]: setAt(shipped.get(STATE), "properties/reader/properties/born/x-pii", kind),
    [FORM]: setAt(shipped.get(FORM), "properties/born/x-pii", kind),
    [CONFIRM]: setAt(shipped.get(CONFIRM), "blocks/answers/items/born/value", value),
  });
  return problems.filter(({ code }) => code === "FLOW-SHOWN").map(({ message }) => message);
}

it("checkShownValues() names a line that shows a secret whole", async () => {
  const whole = { var: "reader.born" };
  expect(await messagesOf("secret", whole)).toEqual([
    '"reader.born" is secret, and the line shows it to the applicant, to agents and to staff',
  ]);
  expect(await messagesOf("secret", { substr: [whole, -4] })).toEqual([]);
  expect(await messagesOf("sensitive", whole)).toEqual([]);
});
