import { expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { addAt, setAt } from "../../../../edit-yaml.ts";

const STATE = "schemas/library-card/state.yaml";
const FORM = "schemas/library-card/forms/reader.yaml";
const CONFIRM = "flows/library-card/screens/confirm.yaml";
const shipped = await shippedSources;
const WHOLE = { var: "reader.born" };

/** What the check says of a card whose date of birth is so private, and of a part that shows it. */
async function findingsOf(kind: string, place: string, value: unknown) {
  const problems = await cardProblems({
    [STATE]: setAt(shipped.get(STATE), "properties/reader/properties/born/x-pii", kind),
    [FORM]: setAt(shipped.get(FORM), "properties/born/x-pii", kind),
    // The line of the summary shows something else.
    [CONFIRM]: (place.endsWith("with") ? addAt : setAt)(
      setAt(shipped.get(CONFIRM), "blocks/answers/items/born/value", { var: "reader.name" }),
      place,
      value,
    ),
  });
  return problems
    .filter(({ code }) => code === "FLOW-SHOWN")
    .map(({ line, message }) => `${line}: ${message}`);
}

it.each([
  ["blocks/answers/items/born/value", WHOLE],
  ["with", { born: WHOLE }],
  ["with", { born: { cat: ["born ", { default: [WHOLE, "-"] }] } }],
  ["blocks/fee/with", { born: WHOLE }],
])("checkShownSecrets() names what shows a secret whole: %s %j", async (place, value) => {
  expect(await findingsOf("secret", place, value)).toEqual([
    expect.stringMatching(
      /^\d+: "reader.born" is secret, and the applicant is shown the whole of it here$/,
    ),
  ]);
  expect(await findingsOf("sensitive", place, value)).toEqual([]);
});

it("checkShownSecrets() passes the end of a secret", async () => {
  const end = { substr: [WHOLE, -4] };
  expect(await findingsOf("secret", "blocks/answers/items/born/value", end)).toEqual([]);
  expect(await findingsOf("secret", "with", { born: end })).toEqual([]);
});
