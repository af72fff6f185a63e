import { describe, expect, it } from "vitest";
import type { CompiledFlow } from "../../engine/compile/compiled-flow.ts";
import type { CompiledVariant } from "../../engine/compile/compiled-variant.ts";
import type { JsonObject } from "../../engine/language/json.ts";
import { renderScreen } from "../../engine/render/render-screen.ts";
import type { ScreenView } from "../../engine/render/view.ts";
import { resolveScreen } from "../../engine/transition/resolve-screen.ts";
import { groupOf } from "../../engine/validate/fields.ts";
import { shippedLibrary } from "../definitions.ts";

const found = (await shippedLibrary()).flows.get("merchant-signup");
if (found === undefined) throw new Error("there is no merchant sign-up");
const flow: CompiledFlow = found;

/** Settings that ask other questions. */
const SETTINGS: readonly JsonObject[] = [
  {},
  { shortEinEnabled: true, fullSsnEnabled: true },
  { checkAnswersEnabled: false, showGPVInput: false },
  { dateOfBirthForUSAEnabled: false, beneficiaryOwnerEnabled: false },
];

const STATE: JsonObject = {
  application: { id: "urn:app:1" },
  applicant: { firstName: "Kim", lastName: "Lund", email: "kim@cedar.dev" },
  company: {
    registered: "SSN",
    legalName: "Cedar",
    dba: "Cedar Bakery",
    businessPhone: "3125550142",
    territory: "IL",
    hasPartners: "no",
    communicationLanguage: "en-CA",
    category: "5462",
    categoryLabel: "Bakery",
    address: { line1: "731 Tamarack Road", city: "Chicago", territory: "IL", zip: "60614" },
  },
};

/** Every page of a screen: each of its parts, or its one page. */
function pagesOf(compiled: CompiledVariant, screen: string, locale: string): ScreenView[] {
  const draw = (query: Readonly<Record<string, string>>): ScreenView => {
    const context = {
      now: "2026-03-01T10:00:00Z",
      variant: compiled.variant,
      locale,
      signedIn: true,
      uuids: [],
    };
    const path = `/urn:app:1/${screen}`;
    const resolution = resolveScreen(compiled, STATE, { path, query, context });
    if (resolution.kind !== "screen") throw new Error(`${path} leads to ${resolution.to}`);
    return renderScreen(compiled, STATE, resolution, {
      context,
      query,
      revision: 1,
      version: "v",
      words: {},
      validatorUrl: () => "/v",
    });
  };
  const first = draw({});
  expect(first.screen).toBe(screen);
  const parts = compiled.parts.get(screen)?.parts ?? [];
  const pages = parts.map(({ id }) => draw({ part: id }));
  return pages.filter(({ part }, at) => part === parts[at]?.id);
}

/** Questions of a page: fields that are drawn, and groups of fields. */
function questionsOf(compiled: CompiledVariant, { screen, part, form }: ScreenView): Set<string> {
  const fields =
    compiled.parts.get(screen)?.parts.find(({ id }) => id === part)?.form.compiled.fields ?? {};
  return new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      form?.spared?.includes(name) === true ? [] : [groupOf(field) ?? name],
    ),
  );
}

const cases = flow.variants
  .filter(({ environment, reseller }) => environment === "LOCAL" && reseller === undefined)
  .flatMap((variant) =>
    SETTINGS.flatMap((flags) => {
      const compiled = flow.variantWith(variant, {}, { ...flags, guided: true });
      return compiled.locales.map(
        (locale) =>
          [
            `${variant["market"]} ${locale} ${Object.keys(flags).join(" ")}`,
            compiled,
            locale,
          ] as const,
      );
    }),
  );

describe.each(["business", "identity"])("the page of %s in a guided profile", (screen) => {
  it.each(cases)("asks at most five questions a page: %s", (_, compiled, locale) => {
    const pages = pagesOf(compiled, screen, locale);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      const questions = questionsOf(compiled, page);
      expect(questions.size, page.part).toBeGreaterThan(0);
      expect(questions.size, page.part).toBeLessThanOrEqual(5);
    }
  });

  it.each(cases)(
    "has a question of its own as the heading of each page: %s",
    (_, compiled, locale) => {
      const whole = compiled.copy(locale).text(`screens.${screen}.title`);
      const headings = pagesOf(compiled, screen, locale).map(({ title }) => title);
      expect(new Set([...headings, whole]).size).toBe(headings.length + 1);
      for (const heading of headings) expect(heading).toMatch(/\?$/);
    },
  );

  it("is one page by default", () => {
    const [variant] = flow.variants;
    if (variant === undefined) throw new Error("there is no variant");
    const compiled = flow.variant(variant);
    expect(compiled.flags["guided"]).not.toBe(true);
    expect(pagesOf(compiled, screen, "en-US")).toEqual([]);
  });
});
