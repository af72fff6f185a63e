import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import type { JsonObject } from "../../../engine/language/json.ts";
import { prepareScreen } from "../../../engine/render/prepared-screen.ts";
import { renderForm } from "../../../engine/render/render-form.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { shippedSources } from "../../definitions.ts";

const result = compileFlow(await shippedSources, "merchant-signup", ["LOCAL"]);
if (!result.ok) throw new Error(JSON.stringify(result.problems));
const variant = { portal: "hosting", market: "US", environment: "LOCAL" };
const flow = result.flow.variant(variant);
const STATE = {
  application: { id: "urn:app:1" },
  company: {
    address: { line1: "731 Tamarack Road", city: "Chicago", territory: "IL", zip: "60614" },
  },
};

/** The answers of a form with a box that is ticked at first. */
function answersWith(typed?: JsonObject, isDraft = false): JsonObject {
  const screen = flow.screens.get("identity");
  const form = flow.forms.get("identity");
  if (screen === undefined || form === undefined) throw new Error("there is no such screen");
  const copy = flow.copy("en-US");
  const facts = buildFacts(flow, STATE, {
    now: "2026-03-01T10:00:00Z",
    variant,
    locale: "en-US",
    signedIn: true,
    uuids: [],
  });
  const context = { flow, screen, facts, copy, prepared: prepareScreen(flow, screen, copy) };
  return renderForm(
    context,
    { form },
    { ...(typed === undefined ? {} : { typed, isDraft }), validatorUrl: () => "/0.mjs" },
  ).data;
}

describe("renderForm() with a box that is ticked at first", () => {
  it("ticks it on a fresh page", () => {
    expect(answersWith()).toMatchObject({ sameAsBusiness: true });
  });

  it("leaves it unticked where a refused form was sent without it", () => {
    expect(answersWith({ phone: "12" })).not.toHaveProperty("sameAsBusiness");
  });

  it("ticks it beside a draft of other answers, and not where the draft unticked it", () => {
    expect(answersWith({ phone: "12" }, true)).toMatchObject({ phone: "12", sameAsBusiness: true });
    expect(answersWith({ sameAsBusiness: null }, true)).not.toHaveProperty("sameAsBusiness");
  });
});
