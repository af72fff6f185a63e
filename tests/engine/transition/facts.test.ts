import { describe, expect, it } from "vitest";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import { buildFacts, layFacts } from "../../../engine/transition/facts.ts";
import type { InputContext } from "../../../engine/transition/input.ts";
import { shippedLibrary } from "../../definitions.ts";

const VARIANT = { portal: "library", market: "town", environment: "LOCAL" };
const library = await shippedLibrary();
const card = library.flows.get("library-card")?.variant(VARIANT);
if (card === undefined) throw new Error("there is no flow library-card");

const context: InputContext = {
  now: "2026-01-15T12:00:00.000Z",
  variant: VARIANT,
  locale: "en-US",
  signedIn: true,
  uuids: [],
};
const STATE = { reader: { name: "Noa" }, left: { over: 1 } };

const valueOf = (rule: object, facts: Parameters<typeof layFacts>[0]) =>
  compileRule(rule as never, ANY_NAMES, () => undefined).evaluate(facts);

describe("buildFacts()", () => {
  it("has the parts of the state, those that the flow declares and all others", () => {
    expect(buildFacts(card, STATE, context)).toMatchObject({ ...STATE, environment: "LOCAL" });
  });

  it("has the day of the flow's zone as today", () => {
    const late = { ...context, now: "2026-01-16T03:30:00.000Z" };
    const zone = "America/Toronto";
    const inToronto = { ...card, definition: { ...card.definition, zone } };
    expect(buildFacts(card, STATE, late)["today"]).toBe("2026-01-16");
    expect(buildFacts(inToronto, STATE, late)["today"]).toBe("2026-01-15");
  });

  it("has nothing at a root without a value", () => {
    const facts = buildFacts(card, {}, context);
    for (const root of ["reader", "form", "params"]) {
      expect(valueOf({ var: root }, facts)).toBeNull();
      expect(valueOf({ var: [root, "else"] }, facts)).toBe("else");
      expect(valueOf({ missing: [root] }, facts)).toEqual([root]);
    }
  });

  it("is built once for a state of an input, and anew for the next state", () => {
    const facts = buildFacts(card, STATE, context);
    expect(buildFacts(card, STATE, context)).toBe(facts);
    expect(buildFacts(card, { reader: { name: "Ada" } }, context)["reader"]).toEqual({
      name: "Ada",
    });
    expect(buildFacts(card, STATE, { ...context, locale: "es-US" })["locale"]).toBe("es-US");
  });
});

describe("layFacts()", () => {
  it("lays roots over the facts and leaves the facts as they are", () => {
    const facts = buildFacts(card, STATE, context);
    const laid = layFacts(facts, { params: { id: "1" }, screen: "reader" });
    expect(laid).toMatchObject({ ...STATE, params: { id: "1" }, screen: "reader" });
    expect([facts["params"], facts["screen"]]).toEqual([undefined, undefined]);
  });
});
