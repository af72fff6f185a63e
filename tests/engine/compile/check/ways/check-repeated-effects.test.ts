import { describe, expect, it } from "vitest";
import { addAt, setAt } from "../../../../edit-yaml.ts";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";

const shipped = await shippedSources;
const CARD = "flows/library-card";

interface Pay {
  readonly submit?: object;
  readonly call?: object;
  readonly set?: object;
}

/** What the check says of a card whose page of consent is a page to pay at. */
async function toldOf({ submit = {}, call = {}, set = { "reader.paid": true } }: Pay) {
  const screen = {
    screen: "pay",
    path: "/{applicationId}/pay",
    kind: "information",
    done: { match: { "reader.paid": true } },
    actions: {
      submit: {
        call: "pay",
        then: [
          { id: "paid", match: { outcome: "success" }, set, to: "next" },
          { id: "refused", stay: { error: "validation.lives.required" } },
        ],
        ...submit,
      },
    },
  };
  const pay = {
    description: "Takes the fee",
    service: "till",
    method: "POST",
    path: "/fees",
    body: { card: { var: "application.id" } },
    timeoutMs: 1000,
    repeat: "same-key",
    ...call,
  };
  const problems = await cardProblems({
    [`${CARD}/services.yaml`]:
      "services: { till: { description: Takes fees, baseUrlFrom: TILL_URL } }\n",
    [`${CARD}/calls/till.yaml`]: JSON.stringify({ calls: { pay } }),
    [`${CARD}/screens/pay.yaml`]: JSON.stringify(screen),
    [`${CARD}/flow.yaml`]: setAt(
      setAt(shipped.get(`${CARD}/flow.yaml`), "phases/reader/screens", ["reader", "pay"]),
      "sequences/application/screens",
      ["reader", "pay", "consent", "confirm"],
    ),
    "schemas/library-card/state.yaml": addAt(
      shipped.get("schemas/library-card/state.yaml"),
      "properties/reader/properties/paid",
      { type: "boolean" },
    ),
  });
  return problems.filter(({ code }) => code === "FLOW-EFFECT-TWICE").map(({ message }) => message);
}

describe("checkRepeatedEffects()", () => {
  it("names an action that pays and is offered once it has paid", async () => {
    expect(await toldOf({})).toEqual([
      '"submit" of the screen "pay" is still offered once "pay" has succeeded: a press of a page that is opened again, or is open in another tab, does it twice',
    ]);
  });

  it.each<readonly [string, Pay]>([
    ["is offered until it is done", { submit: { not: { "reader.paid": true } } }],
    [
      "is offered until its call has set something",
      { submit: { not: { "reader.paid": true } }, call: { set: { "reader.paid": true } }, set: {} },
    ],
    ["ends its sequence", { set: { "reader.paid": true, "application.confirmed": true } }],
    ["makes a call that may happen twice", { call: { repeat: "allowed" } }],
    [
      "makes a call that is made once only",
      { call: { limits: [{ per: "application", most: 1, minutes: 1_000_000 }] } },
    ],
    ["sends what is typed", { call: { body: { name: { var: "form.name" } } } }],
  ])("is silent about an action that %s", async (_, pay) => {
    expect(await toldOf(pay)).toEqual([]);
  });
});
