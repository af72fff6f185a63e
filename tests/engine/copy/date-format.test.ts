import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/language/json.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { writeDateLetters, writeDateParts } from "../../../engine/copy/write-date-format.ts";
import { renderForm } from "../../../engine/render/render-form.ts";
import { shippedLibrary } from "../../definitions.ts";

const flow = (await shippedLibrary()).flows.get("merchant-signup");
const variant = flow?.variants.find(
  ({ market, reseller }) => market === "CA" && reseller === undefined,
);

describe("how a date is typed", () => {
  it.each([
    ["MM/DD/YYYY", "en-US", "MM/DD/YYYY", "month, day, year"],
    ["MM/DD/YYYY", "fr-CA", "MM/JJ/AAAA", "mois, jour, année"],
    ["DD/MM/YYYY", "fr-CA", "JJ/MM/AAAA", "jour, mois, année"],
    ["YYYY/MM/DD", "en-CA", "YYYY/MM/DD", "year, month, day"],
    ["YYYY-MM-DD", "fr-CA", "AAAA-MM-JJ", "année, mois, jour"],
    ["MM/YY", "fr-CA", "MM/AA", "mois, année"],
    // Three letters that people could mix up: mes, día, año are fine; where two begin alike the
    // format's own stand.
    ["DD/MM/YYYY", "es", "DD/MM/AAAA", "día, mes, año"],
  ])("%s is said in %s", (format, locale, letters, parts) => {
    expect(writeDateLetters(format, locale)).toBe(letters);
    expect(writeDateParts(format, locale)).toBe(parts);
  });

  it.each([
    ["en-CA", "DD/MM/YYYY", "day, month, year (DD/MM/YYYY)"],
    ["fr-CA", "DD/MM/YYYY", "jour, mois, année (JJ/MM/AAAA)"],
    ["fr-CA", "YYYY/MM/DD", "année, mois, jour (AAAA/MM/JJ)"],
  ])("follows the configured format in hint and message: %s, %s", (locale, dateFormat, said) => {
    if (flow === undefined || variant === undefined)
      throw new Error("There is no Canadian sign-up");
    const compiled = flow.variantWith(variant, { dateFormat }, {});
    const screen = compiled.screens.get("identity");
    const form = compiled.forms.get("identity");
    if (screen === undefined || form === undefined) throw new Error("There is no identity screen");
    const facts = buildFacts(
      compiled,
      {},
      { now: "2026-03-01T12:00:00Z", variant, locale, signedIn: true, uuids: [] },
    );
    const { form: view } = renderForm(
      { flow: compiled, screen, facts, copy: compiled.copy(locale) },
      { form },
      { validatorUrl: () => "" },
    );
    const ui = view.ui["dob"] as JsonObject;
    expect(ui["ui:description"]).toContain(said);
    expect(view.messages["dob"]?.["format:format"]).toContain(
      said.slice(said.indexOf("(") + 1, -1),
    );
  });
});
