import { expect, it } from "vitest";
import { unfitExample } from "../../../../../engine/compile/check/services/unfit-example.ts";
import type { Json } from "../../../../../engine/language/json.ts";

const is = (value: Json): Json => ({ "===": [{ var: "sent.body.number" }, value] });

it("unfitExample() finds an example that its row does not answer", () => {
  expect(unfitExample("number GB0000BAN", is("GB000009"))).toBe("GB000009");
  expect(
    unfitExample("postcode 00001", { in: [{ var: "sent.params.code" }, ["00000", "9"]] }),
  ).toBe("00000");
  expect(unfitExample("name Kim Refusd", is("Kim Refused"))).toBe("Kim Refused");
  expect(unfitExample("any postcode", is("00000"))).toBe("00000");
});

it.each<[string, Json | undefined]>([
  ["number GB000004", is("GB000004")],
  ["(312) 555-0143", is("+13125550143")],
  ["born 31/12/1999", is("1999-12-31")],
  ["amount of 1 day", is(3700)],
  ["Ada2000", is("Ada")],
  ["name Zoë Known", is("Zoë Known")],
  ["the card 4000", undefined],
  ["the card 4000", { "!": is("4242") }],
  ["the card 4000", { and: [{ "!": [is("4242")] }, { var: "sent.body.number" }] }],
  ["anything 1234", { "===": [{ var: "now" }, "2000-01-01"] }],
])("unfitExample() takes %s", (example, when) => {
  expect(unfitExample(example, when)).toBeUndefined();
});

it("unfitExample() leaves out what nobody types", () => {
  expect(unfitExample("choose the north", is("N"), () => false)).toBeUndefined();
});
