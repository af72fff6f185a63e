import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../engine/language/form.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { liveValues, type LiveRules } from "../../../engine/live/live-rules.ts";
import type { FormView } from "../../../engine/render/view.ts";
import { compileRule } from "../../../engine/rules/compile-rule.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import { compileFormats } from "../../../engine/validate/ajv-formats.ts";
import { compileForm } from "../../../engine/validate/form.ts";
import { pageSchema } from "../../../engine/validate/page-schema.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { liveShown } from "../../../web/form/live.ts";
import {
  addFormats,
  normalizeForm,
  savedForm,
  validateForm,
} from "../../../web/form/validate-form.ts";
import { formValidator, type ValidatorModule } from "../../../web/form/validators.ts";
import { mustReplace } from "../../must-replace.ts";

const TODAY = "2026-03-01";
/** What the shipped forms have no example of: rules on dates, and a tidied field that decides. */
const SCHEMA = {
  type: "object",
  "x-order": ["start", "end", "province", "number", "tip", "count", "box", "reason", "extra"],
  required: ["start"],
  properties: {
    start: { type: "string", format: "day" },
    end: { type: "string", format: "day" },
    province: { type: "string", format: "code" },
    tip: { type: "string", format: "amount" },
    count: { type: "number" },
    // Begins ticked: cleared it is saved as no, and the form's conditions read no answer.
    box: { type: "boolean", "x-initial": true },
  },
  allOf: [
    {
      if: { properties: { province: { const: "QC" } }, required: ["province"] },
      then: { required: ["number"], properties: { number: { type: "string" } } },
    },
    {
      if: { required: ["box"] },
      then: { properties: { extra: { type: "boolean", "x-initial": true } } },
      else: { required: ["reason"], properties: { reason: { type: "string" } } },
    },
  ],
} as unknown as FormSchema;
const FORMATS = {
  day: {
    description: "A day",
    normalise: ["trim", "date"],
    tidy: ["date"],
    store: "iso-date",
    checks: [{ check: "date", code: "date", format: "DD/MM/YYYY" }],
  },
  code: { description: "A code", normalise: ["trim", "upper"], tidy: ["upper"], checks: [] },
  amount: {
    description: "An amount",
    normalise: ["amount"],
    checks: [{ check: "pattern", code: "pattern", pattern: "^\\d+(\\.\\d\\d)?$" }],
  },
};
const RULES = (
  [
    { id: "order", when: { "<": [{ var: "form.end" }, { var: "form.start" }] }, field: "end" },
    {
      id: "grown",
      when: { "<": [{ yearsBetween: [{ var: "form.start" }, TODAY] }, 18] },
      field: "start",
    },
    {
      id: "late",
      when: { ">": ["2026-02-01", { addMonths: [{ var: "form.start" }, 2] }] },
      field: "start",
    },
    { id: "cleared", when: { "===": [{ var: "form.box" }, false] }, field: "tip" },
  ] as readonly { readonly id: string; readonly when: Json; readonly field: string }[]
).map((rule) => ({ ...rule, message: rule.id }));
const LIVE = {
  guards: {},
  values: {},
  facts: {},
  paths: Object.fromEntries(
    ["start", "tip", "number", "count", "box", "extra"].map((field) => [
      field,
      { at: `a.${field}`, number: field === "count" },
    ]),
  ),
  computed: {
    years: { yearsBetween: [{ var: "a.start" }, TODAY] },
    month: { addMonths: [{ var: "a.start" }, 1] },
    minor: { minorUnits: { var: "a.tip" } },
    cents: { "*": [{ var: "a.tip" }, 100] },
    share: { "*": [{ var: "a.count" }, 0.1] },
    number: { var: "a.number" },
    boxes: { cat: [{ var: "a.box" }, " ", { var: "a.extra" }] },
  },
  offered: {},
  labels: {},
  currency: "CAD",
  blocks: {
    sum: [
      { label: "From", as: "date", value: { var: "a.start" } },
      { label: "Tip", as: "money", value: { "*": [{ var: "a.tip" }, 100] } },
    ],
  },
} as unknown as LiveRules;

const formats = compileFormats(FORMATS as unknown as JsonObject);
const form = compileForm(
  SCHEMA,
  formats,
  RULES.map((rule) => ({ ...rule, when: compileRule(rule.when, ANY_NAMES, () => undefined) })),
  (pointer, message) => expect.fail(`${pointer} ${message}`),
);
const view = {
  schema: pageSchema(SCHEMA as unknown as Json) as JsonObject,
  formats: FORMATS,
  rules: RULES,
  ui: { "ui:order": SCHEMA["x-order"] },
  kept: {},
  given: { today: TODAY },
  messages: {},
} as unknown as FormView;
const modules = new ValidatorModules();
const code = modules.codeOf(/([0-9a-f]+)\.mjs$/.exec(modules.urlOf(view.schema))?.[1] ?? "") ?? "";
const validator = formValidator(
  new Function(mustReplace(code, "export default", "return"))() as ValidatorModule,
  view,
);
addFormats(view, validator);

const day = fc.constantFrom(
  "12/20/2026",
  "20/12/2026",
  "1/2/1990",
  "10/01/2007",
  "01/10/2020",
  " 9-8-1991 ",
  "1990-03-04",
  "3",
);
const typed = fc.record(
  {
    start: day,
    end: day,
    province: fc.constantFrom("QC", "qc", " qc ", "ON"),
    number: fc.constantFrom("123", " "),
    tip: fc.constantFrom("1,234.50", "$50", "50", "1 234,50 $", "many"),
    count: fc.constantFrom(1, 3, 7, 2.5),
    box: fc.boolean(),
    reason: fc.constantFrom("moved", " "),
    extra: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

/** The page has no control for a question that is not asked, and tells of each box that began ticked. */
function drawn({ number = null, reason = null, extra, ...answers }: JsonObject): JsonObject {
  const isAsked = String(answers["province"]).trim().toUpperCase() === "QC";
  const box = answers["box"] === true;
  return {
    ...answers,
    box,
    ...(isAsked && number !== null ? { number } : {}),
    ...(box ? { extra: extra === true } : reason === null ? {} : { reason }),
  };
}

/** What a form without scripts posts: a box that is not ticked is not there. */
function posted(answers: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== false));
}

describe("a form on the page and on the server", () => {
  it("have the same verdict where rules read dates and tidied text decides", () => {
    fc.assert(
      fc.property(typed, (given) => {
        const answers = drawn(given);
        const server = form.validate(answers, { today: TODAY, facts: {} });
        const page = validateForm(view, validator.whole, answers);
        expect(page.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
          server.problems.map(({ pointer, code }) => `${pointer} ${code.split(".").at(-1)}`),
        );
        expect(form.validate(posted(answers), { today: TODAY, facts: {} })).toEqual(server);
      }),
      { numRuns: 800 },
    );
  });

  it("have the same live values", () => {
    const onPage = liveShown(LIVE, "en-CA");
    const onServer = liveValues(LIVE);
    fc.assert(
      fc.property(typed, (given) => {
        const all = drawn(given);
        const tidy = normalizeForm(view, all);
        expect(onPage(savedForm(view, tidy)).computed).toEqual(
          onServer(form.asSaved(all, [])).computed,
        );
        expect(onPage(savedForm(view, all)).computed).toEqual(
          onServer(form.asSaved(all, [])).computed,
        );
        expect(onPage(savedForm(view, all)).computed).toEqual(
          onServer(form.validate(all, { today: TODAY, facts: {} }).data).computed,
        );
      }),
      { numRuns: 800 },
    );
  });

  it("write dates as dates and amounts as amounts while they are typed", () => {
    const lines = (answers: JsonObject) =>
      liveShown(LIVE, "en-CA")(savedForm(view, answers)).blocks["sum"]?.map(({ value }) => value);
    expect(lines({ start: "04/03/1990", tip: "1,234.50" })).toEqual(["March 4, 1990", "$1,234.50"]);
    expect(lines({ start: "25/12/1990", tip: "$50" })).toEqual(["December 25, 1990", "$50.00"]);
    expect(lines({ tip: "many" })).toEqual([]);
  });

  it("ask a field of a branch alone where its condition holds", () => {
    const live = liveValues(LIVE);
    expect(live(form.asSaved({ province: "ON", number: "1" }, [])).computed["number"]).toBeNull();
    expect(live(form.asSaved({ province: " qc", number: "1" }, [])).computed["number"]).toBe("1");
  });
});

describe("liveValues()", () => {
  it("gives lines the values that were computed just now", () => {
    const rules = {
      ...LIVE,
      paths: { ...LIVE.paths, years: { at: "a.years", number: true } },
      blocks: { sum: [{ label: "Years", as: "text", value: { var: "a.years" } }] },
    } as unknown as LiveRules;
    expect(liveValues(rules)({ start: "1990-03-01" }).blocks["sum"]).toMatchObject([{ value: 36 }]);
  });
});
