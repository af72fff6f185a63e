import { describe, expect, it } from "vitest";
import { drawn } from "../../merchant-page.ts";

const STATE = {
  application: { id: "urn:app:1", submitted: true, decision: "APPROVED" },
  applicant: { firstName: "Kim" },
  company: { legalName: "Cedar & Pine LLC" },
  order: { loaded: true, type: "RENT", quantity: { n910: 1 } },
};

describe("messages of a form", () => {
  it.each([
    ["US", "en-US", "Terminal N910: enter a whole number from 0 to 20."],
    ["CA", "fr-CA", "Terminal N910\u00a0: entrez un nombre entier de 0 à 20."],
  ])("name the field that they are about, in %s", (market, locale, message) => {
    const view = drawn("/urn:app:1/order", { portal: "terminal", market, locale, state: STATE });
    expect(view.screen).toBe("order");
    expect(view.form?.messages["n910"]).toMatchObject({ maximum: message });
    for (const messages of Object.values(view.form?.messages ?? {}))
      for (const text of Object.values(messages)) expect(text).not.toContain("{label}");
  });
});
