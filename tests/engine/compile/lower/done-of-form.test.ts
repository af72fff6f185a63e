import { expect, it } from "vitest";
import { doneOfForm } from "../../../../engine/compile/lower/done-of-form.ts";
import type { Json, JsonObject } from "../../../../engine/language/json.ts";

const text = { type: "string" };

function doneOf(form: JsonObject, binds: string | undefined = "reader"): Json | undefined {
  return doneOfForm(form, {
    ...(binds === undefined ? {} : { binds }),
    has: (path) => !path.endsWith(".elsewhere"),
  });
}

it("doneOfForm() wants an answer to each required field, where the screen binds it", () => {
  expect(
    doneOf({ required: ["name", "born"], properties: { name: text, born: text, nick: text } }),
  ).toEqual({ "!": { missing: ["reader.name", "reader.born"] } });
});

it("doneOfForm() reads a field where it binds itself, two of one place once", () => {
  const email = { ...text, "x-bind": "person.email" };
  expect(doneOf({ required: ["email", "again"], properties: { email, again: email } })).toEqual({
    "!": { missing: ["person.email"] },
  });
});

it("doneOfForm() takes a box that has to be ticked, and a list with an entry, for an answer", () => {
  expect(
    doneOf({
      required: ["terms", "days"],
      properties: { terms: { type: "boolean", const: true }, days: { type: "array" } },
    }),
  ).toEqual({
    and: [{ "===": [{ var: "reader.terms" }, true] }, { "!!": { var: "reader.days" } }],
  });
});

it("doneOfForm() wants a field only while the variant asks it and requires it", () => {
  const [shown, needed] = [{ var: "flags.shown" }, { var: "flags.needed" }];
  expect(
    doneOf({
      required: ["site"],
      properties: { site: { ...text, "x-when": shown, "x-required": needed } },
    }),
  ).toEqual({
    or: [{ "!": shown }, { "!": needed }, { "!": { missing: ["reader.site"] } }],
  });
});

it("doneOfForm() wants a field without a choice left by no one", () => {
  const asks = { var: "flags.asks" };
  expect(
    doneOf({
      required: ["size"],
      properties: { size: { enum: ["s", "l"], "x-offered": { s: asks, l: asks } } },
    }),
  ).toEqual({
    or: [{ "!": { or: [asks, asks] } }, { "!": { missing: ["reader.size"] } }],
  });
});

it("doneOfForm() wants the fields of a branch while its condition holds of the answers", () => {
  expect(
    doneOf({
      required: ["kind"],
      properties: { kind: { enum: ["a", "b"] } },
      if: { properties: { kind: { const: "a" } }, required: ["kind"] },
      then: { required: ["one"], properties: { one: text } },
      else: { required: ["two"], properties: { two: text } },
    }),
  ).toEqual({
    and: [
      { "!": { missing: ["reader.kind"] } },
      {
        or: [
          { "!": { "===": [{ var: "reader.kind" }, "a"] } },
          { "!": { missing: ["reader.one"] } },
        ],
      },
      {
        or: [
          { "!": { "!": { "===": [{ var: "reader.kind" }, "a"] } } },
          { "!": { missing: ["reader.two"] } },
        ],
      },
    ],
  });
});

it("doneOfForm() reads what a field asks of the form from the state", () => {
  expect(
    doneOf({
      required: ["vat"],
      properties: {
        kind: text,
        vat: { ...text, "x-asked-while": { "===": [{ var: "form.kind" }, "firm"] } },
      },
    }),
  ).toEqual({
    or: [
      { "!": { "===": [{ var: "reader.kind" }, "firm"] } },
      { "!": { missing: ["reader.vat"] } },
    ],
  });
});

it.each([
  ["a form that requires nothing", { properties: { name: text } }],
  [
    "a field that is not kept",
    { required: ["code"], properties: { code: { ...text, "x-transient": true } } },
  ],
  [
    "a field that the state has no place for",
    { required: ["elsewhere"], properties: { elsewhere: text } },
  ],
  [
    "a branch whose condition has no rule",
    {
      properties: { name: text },
      if: { properties: { name: { pattern: "^x" } } },
      then: { required: ["name"] },
    },
  ],
  [
    "a field that is asked by what is not kept",
    {
      required: ["name"],
      properties: {
        name: { ...text, "x-asked-while": { var: "form.elsewhere" } },
        elsewhere: text,
      },
    },
  ],
])("doneOfForm() returns undefined for %s", (_, form: JsonObject) => {
  expect(doneOf(form)).toBeUndefined();
});

it("doneOfForm() returns undefined for an entry of a list, and for a form that binds nothing", () => {
  const form = { required: ["name"], properties: { name: text } };
  expect(doneOf(form, "owners.[{params.ownerId}]")).toBeUndefined();
  expect(doneOfForm(form, { has: () => true })).toBeUndefined();
});
