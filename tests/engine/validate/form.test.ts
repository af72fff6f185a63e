import fc from "fast-check";
import { performance } from "node:perf_hooks";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { pageSchema } from "../../../engine/validate/page-schema.ts";
import { ajvFormats, compileFormats } from "../../../engine/validate/ajv-formats.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { addFormats, validateForm, normalizeForm } from "../../../web/form/validate-form.ts";
import { formValidator, type ValidatorModule } from "../../../web/form/validators.ts";
import { labelOf } from "../../../engine/render/prepare-form.ts";
import { renderForm } from "../../../engine/render/render-form.ts";
import { buildFacts } from "../../../engine/transition/facts.ts";
import { shippedLibrary } from "../../definitions.ts";
import { mustReplace } from "../../must-replace.ts";

const flows = [...(await shippedLibrary()).flows.values()];
const variants = flows.flatMap((flow) =>
  flow.variants
    .filter(({ reseller, portal }) => reseller === undefined && portal !== "terminal")
    .map((variant) => flow.variant(variant)),
);
const TODAY = "2026-03-01";
const context = (variant: (typeof variants)[number]) => ({
  now: `${TODAY}T12:00:00Z`,
  variant: variant.variant,
  locale: variant.locales[0] ?? "en-US",
  signedIn: true,
  uuids: [],
});

/** Text that people and machines put into fields. */
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.stringMatching(/^[0-9 ()-]{0,14}$/),
  fc.stringMatching(/^[0-9]{1,5} [A-Za-z]{2,9}( [A-Z][a-z]{2,6})?$/),
  fc.constantFrom(
    "Kim",
    "O’Brien",
    "Anne-Marie",
    "Éric",
    "PO Box 12",
    "p.o. b0x 3",
    "12 Boxwood Lane",
    "60614",
    "R3C 4T3",
    "k1a0b1",
    "kim@cedar.dev",
    "kim@cedar",
    "83-4500001",
    "07-0938147",
    "428-9-03315",
    "1-23456780",
    "12-345678９",
    "+1 (303) 482.9175",
    "1-303-482-9175",
    "7209114405",
    "Otter’s Den",
    "Otter's  Den",
    "12\u00a0Birch Street",
    "Kim\u200b\u200fLund",
    "E\u0301ric",
    "BC-123 4567",
    "264-407",
    "12a456",
    "731-88-9901",
    "666-12-3456",
    "253904189",
    "08/19/1991",
    "02/30/1991",
    "110000000",
    "EIN",
    "yes",
    "no",
    "IL",
    "ON",
    "true",
    "INC",
    "Lawn Services",
    "\u0000",
    "a\ud800",
    "x".repeat(400),
  ),
);

/** Text that formats take, by the name of the format. */
const GOOD: Readonly<Record<string, string>> = {
  "person-name": "Anne-Marie",
  "person-name-accented": "Éric",
  "full-name": "Kim Lund",
  "business-name": "Cedar & Pine LLC",
  "business-name-accented": "Cèdre et Pin",
  email: "kim@cedar.dev",
  "mobile-phone": "(312) 555-0142",
  "business-phone": "312 555 0143",
  "date-of-birth": "08/19/1991",
  "ssn-last4": "9901",
  ssn: "731-88-9901",
  ein: "83-4500001",
  "ein-last4": "0001",
  sin: "253904189",
  "corporation-number": "123456-7",
  "street-line": "731 Tamarack Road",
  "unit-line": "Apt. 4",
  city: "Chicago",
  zip: "60614",
  "postal-code": "R3C 4T3",
  website: "cedar.example",
  "routing-number": "110000000",
  "transit-number": "12345",
  "institution-number": "003",
  "account-number": "000100200",
  "account-holder": "Cedar & Pine LLC",
  "one-time-code": "246810",
  "store-name": "Cedar, Inc.",
  birthday: "1990/01/02",
};

/** What is put into one field: what it asks for, or anything. */
const answer = fc.record({
  good: fc.boolean(),
  typed: text,
  other: fc.option(fc.oneof(fc.integer({ min: -5, max: 500 }), fc.double(), fc.constant("")), {
    freq: 6,
  }),
}) as fc.Arbitrary<{
  readonly good: boolean;
  readonly typed: string;
  readonly other: Json;
}>;

describe.each(
  variants.map(
    (variant) => [`${variant.definition.flow} ${variant.variant.market}`, variant] as const,
  ),
)("forms of %s", (_, variant) => {
  const forms = [...variant.forms];

  it("validate any JSON without a crash, and never report a field twice", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        fc.dictionary(
          fc.oneof(
            fc.constantFrom(...forms.flatMap(([, { compiled }]) => Object.keys(compiled.fields))),
            fc.string(),
          ),
          fc.oneof(text, fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>),
          { maxKeys: 8 },
        ),
        ([, form], data) => {
          const { problems } = form.compiled.validate(data as JsonObject, {
            today: TODAY,
            facts: buildFacts(variant, {}, context(variant)),
          });
          expect(new Set(problems.map(({ pointer }) => pointer)).size).toBe(problems.length);
          for (const { code } of problems)
            expect(variant.copy("en-US").text(code), code).toBeDefined();
        },
      ),
      { numRuns: 1500 },
    );
  });

  it.each(
    forms.flatMap(([id, { compiled }]) =>
      Object.keys(compiled.fields).map((name) => [id, name, compiled] as const),
    ),
  )("%s.%s leaves no placeholder in a message unfilled", (_, name, compiled) => {
    const facts = buildFacts(variant, {}, context(variant));
    for (const value of [5, true, null, {}, [], "", "\u0000", "\u00078", "x", "9".repeat(400)]) {
      const { problems } = compiled.validate({ [name]: value }, { today: TODAY, facts });
      for (const { code, params } of problems)
        expect(
          variant.copy("en-US").text(code, { label: "A field", ...params }),
          JSON.stringify(value),
        ).not.toMatch(/[{}]/);
    }
  });

  it.each(variant.locales)(
    "give the page and the server the same verdict and the same words in %s",
    (locale) => {
      const modules = new ValidatorModules();
      const facts = buildFacts(variant, {}, { ...context(variant), locale });
      const copy = variant.copy(locale);
      const drawn = [...variant.screens.values()].flatMap((screen) => {
        const form =
          screen.definition.form === undefined
            ? undefined
            : variant.forms.get(screen.definition.form);
        if (form === undefined) return [];
        const { form: view } = renderForm(
          { flow: variant, screen, facts, copy },
          { form },
          {
            validatorUrl: (schema) => modules.urlOf(schema),
          },
        );
        const code = modules.codeOf(/([0-9a-f]+)\.mjs$/.exec(view.validator)?.[1] ?? "") ?? "";
        const validator = formValidator(
          new Function(mustReplace(code, "export default", "return"))() as ValidatorModule,
          view,
        );
        addFormats(view, validator);
        return [{ form, view, validator }];
      });
      // Each format that a form uses is tried with text that it takes.
      const formats = new Set(
        drawn.flatMap(({ form }) =>
          Object.values(form.compiled.fields).flatMap(({ format }) => format ?? []),
        ),
      );
      expect([...formats].filter((name) => GOOD[name] === undefined).toSorted()).toEqual([]);
      const asked = new Set(
        [...variant.screens.values()].flatMap(({ definition }) => definition.form ?? []),
      );
      expect(new Set(drawn.map(({ view: { id } }) => id))).toEqual(asked);
      fc.assert(
        fc.property(
          fc.constantFrom(...drawn),
          fc.array(answer, { minLength: 16, maxLength: 16 }),
          fc.boolean(),
          ({ form, view, validator }, answers, ticked) => {
            const data = Object.fromEntries(
              Object.entries(form.compiled.fields).map(([name, field], at) => {
                const { good, typed, other } = answers[at % answers.length] ?? {
                  good: true,
                  typed: "",
                  other: null,
                };
                if (field.type === "boolean") return [name, ticked];
                // The page knows ids of files, and only the server what they stand for.
                if (field["x-widget"] === "file") return [name, ""];
                if (field.enum !== undefined && good)
                  return [name, field.enum[typed.length % field.enum.length] ?? ""];
                // Half of the text is what the field asks for, so that the rules behind the formats
                // are reached.
                return [name, good ? (GOOD[field.format ?? ""] ?? typed) : (other ?? typed)];
              }),
            ) as JsonObject;
            const typed = Object.fromEntries(
              Object.entries(data).filter(([, value]) => value !== "" && value !== false),
            ) as JsonObject;
            // A plain post is helped into shape just as the page helps.
            const helped = normalizeForm(view, typed);
            const posted = form.compiled.normalize(typed);
            for (const [name, value] of Object.entries(typed))
              if (typeof value === "string" && typeof posted[name] === "string")
                expect([name, helped[name]]).toEqual([name, posted[name]]);
            const server = form.compiled
              .validate(typed, { today: TODAY, facts })
              .problems.filter(
                ({ code }) =>
                  !(form.schema["x-rules"] ?? []).some(
                    (rule) => rule.message === code && !view.rules.some(({ id }) => id === rule.id),
                  ),
              );
            // What cannot be stored at all is for the server to say.
            if (
              server.some(({ code }) => code.endsWith("characters")) ||
              Object.values(typed).some(
                (value) =>
                  typeof value === "string" && /[\u0000-\u001f\u007f]|\p{Surrogate}/u.test(value),
              )
            )
              return;
            const page = validateForm(view, validator.whole, typed);
            expect(page.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(
              server.map(({ pointer, code, params }) => {
                const label = labelOf(view.ui[pointer.slice(1)]);
                return `${pointer} ${copy.text(code, { label, ...params }) ?? code}`;
              }),
            );
          },
        ),
        { numRuns: 800 },
      );
    },
  );

  // The bound is no measure of speed: a pattern that runs away takes minutes over these texts.
  it("cannot be made to hang by any text", () => {
    const formats = compileFormats(variant.formats);
    const checks = ajvFormats(formats, { today: TODAY });
    const long = ["a", "1", " ", "-", "p o box ", "1 a", "é", "@.", "((((", "a1 ", "'’"].map(
      (part) => part.repeat(Math.ceil(100_000 / part.length)),
    );
    for (const [name, check] of Object.entries(checks)) {
      for (const attempt of long) {
        const start = performance.now();
        check(attempt);
        expect(performance.now() - start, `${name} over ${attempt.slice(0, 8)}…`).toBeLessThan(
          2000,
        );
      }
    }
  });

  it("have schemas for the page without a word of annotation", () => {
    for (const [, form] of forms)
      expect(JSON.stringify(pageSchema(form.schema as unknown as Json))).not.toMatch(
        /"x-|errorMessage/,
      );
  });
});
