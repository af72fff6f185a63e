// @vitest-environment happy-dom
import { ChakraProvider } from "@chakra-ui/react";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../../engine/language/json.ts";
import type { FormView, ScreenView } from "../../../engine/render/view.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { SchemaForm } from "../../../web/form/schema-form.tsx";
import { formValidator, type ValidatorModule } from "../../../web/form/validators.ts";
import { wordsOf } from "../../../web/i18n/words.ts";
import { StoreContext } from "../../../web/store/use-screen.ts";
import { createScreenStore } from "../../../web/store/screen-store.ts";
import { system } from "../../../web/theme/system.ts";
import { mustReplace } from "../../must-replace.ts";

/** A form that asks for a tax number when the person says so. */
const schema: JsonObject = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 2 },
    kind: { type: "string", enum: ["person", "firm"] },
    total: { type: "integer" },
    news: { type: "boolean" },
    province: { type: "string", format: "code" },
    part: { type: "string", format: "dashed" },
  },
  allOf: [
    {
      if: { properties: { province: { const: "QC" } }, required: ["province"] },
      then: { properties: { neq: { type: "string" } } },
    },
    {
      if: { properties: { part: { const: "12" } }, required: ["part"] },
      then: { properties: { of: { type: "string" } } },
    },
    {
      if: { properties: { kind: { const: "firm" } }, required: ["kind"] },
      then: {
        required: ["ein"],
        properties: { ein: { type: "string" }, size: { type: "string", enum: ["S", "L"] } },
      },
    },
  ],
};
const form = {
  id: "tax",
  schema,
  ui: {
    "ui:order": ["name", "kind", "ein", "size", "total", "news", "province", "neq", "part", "of"],
    total: { "ui:title": "Total", "ui:widget": "hidden", "ui:options": { number: true } },
    name: { "ui:title": "Name", "ui:widget": "text", "ui:options": {} },
    kind: { "ui:title": "Kind", "ui:widget": "radio", "ui:options": {} },
    ...Object.fromEntries(
      ["province", "neq", "part", "of"].map((field) => [
        field,
        { "ui:title": field, "ui:widget": "text", "ui:options": {} },
      ]),
    ),
    ein: { "ui:title": "EIN", "ui:widget": "text", "ui:options": {} },
    size: { "ui:title": "Size", "ui:widget": "radio", "ui:options": {} },
    news: { "ui:title": "News", "ui:widget": "checkbox", "ui:options": {} },
  },
  validator: "/validators/tax.mjs",
  kept: {},
  messages: { name: { required: "Enter a name", minLength: "Too short" } },
  formats: {
    code: { description: "A code", normalise: ["upper"], tidy: ["upper"], checks: [] },
    dashed: { description: "Digits", normalise: ["strip-dashes"], checks: [] },
  },
  suggests: {},
  rules: [],
  given: {},
} as unknown as FormView;

function viewOf(data: JsonObject, draft: object): ScreenView {
  return {
    flow: "tax",
    screen: "tax",
    path: "/tax",
    revision: 3,
    locale: "en-US",
    words: {},
    actions: [{ id: "submit", style: "primary", submitsForm: true }],
    data,
    form,
    draft: { over: "a", ...draft },
  } as unknown as ScreenView;
}

const modules = new ValidatorModules();
const code = modules.codeOf(/([0-9a-f]+)\.mjs$/.exec(modules.urlOf(schema))?.[1] ?? "") ?? "";
const validator = formValidator(
  new Function(mustReplace(code, "export default", "return"))() as ValidatorModule,
  form,
);

let root: Root | undefined;
const posted: JsonObject[] = [];
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    posted.push(JSON.parse(String(body)) as JsonObject);
    return new Response(null, { status: 503 });
  });
});
afterEach(async () => {
  await act(async () => root?.unmount());
  sessionStorage.clear();
  posted.length = 0;
  vi.unstubAllGlobals();
});

async function draw(data: JsonObject = {}, draft = {}) {
  const view = viewOf(data, draft);
  const store = createScreenStore(view);
  document.body.innerHTML = '<div id="root"></div>';
  const place = document.getElementById("root");
  if (place === null) throw new Error("there is no place for the page");
  root = createRoot(place);
  const children = createElement("button", { type: "submit", name: "action", value: "submit" });
  const props = { view, form, validator, postKey: "key", children };
  await act(async () =>
    root?.render(
      createElement(
        ChakraProvider,
        { value: system } as Parameters<typeof ChakraProvider>[0],
        createElement(
          I18nextProvider,
          { i18n: wordsOf("en-US", {}) },
          createElement(StoreContext, { value: store }, createElement(SchemaForm, props)),
        ),
      ),
    ),
  );
  return store;
}

const control = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);

/** Types into a control and leaves it. */
async function type(name: string, text: string) {
  await act(async () => {
    const input = control(name);
    if (input === null) throw new Error(`there is no ${name}`);
    input.focus();
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.blur();
  });
}

async function choose(value: string) {
  await act(async () =>
    document.querySelector<HTMLInputElement>(`[name=kind][value=${value}]`)?.click(),
  );
}

const submit = async () =>
  act(async () => {
    document.querySelector<HTMLButtonElement>("button[value=submit]")?.click();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

describe("SchemaForm", () => {
  it("asks the questions that the answers require, and keeps the text of a hidden field", async () => {
    await draw();
    expect(control("ein")).toBeNull();
    await choose("firm");
    await type("ein", "83-4500001");
    await choose("person");
    expect(control("ein")).toBeNull();
    await choose("firm");
    expect(control("ein")?.value).toBe("83-4500001");
  });

  it.each([
    ["tidied", "province", "qc", "neq"],
    ["normalised alone", "part", "1-2", "of"],
  ])("decides by text as the server reads it: %s", async (_, field, text, asked) => {
    await draw();
    // The formats arrive after the page.
    await expect
      .poll(async () => {
        await type(field, "");
        await type(field, text);
        return control(asked);
      })
      .not.toBeNull();
    // Another answer leaves it so.
    await choose("firm");
    expect(control(asked)).not.toBeNull();
    await type(field, "no");
    expect(control(asked)).toBeNull();
  });

  it("sends the answers of its controls, numbered and keyed", async () => {
    await draw({ name: "Ada" });
    await type("name", "Ada N");
    await choose("person");
    await submit();
    expect(posted.at(-1)).toEqual({
      action: "submit",
      data: { name: "Ada N", kind: "person" },
      revision: 3,
    });
  });

  it("shows its errors in place of sending", async () => {
    const store = await draw();
    await expect
      .poll(async () => {
        await submit();
        return store.getState().errors.map(({ pointer }) => pointer);
      })
      .toEqual(["/name"]);
    expect(document.getElementById("root_name-error")?.textContent).toContain("Enter a name");
  });

  it("restores a draft into new controls", async () => {
    await draw({ name: "Ada" });
    await type("name", "Bo");
    await act(async () => root?.unmount());
    await draw({ name: "Ada" });
    expect(control("name")?.value).toBe("Bo");
  });

  it.each([
    ["a value of a field that is not drawn", { size: "S" }],
    ["a value that the server computed last", { name: "Ada", total: 500 }],
    ["an empty value", { total: null, name: "Ada" }],
    ["a box that was answered with no", { name: "Ada", news: false }],
  ])("has no draft before something is typed: %s", async (_, data) => {
    await draw(data);
    expect(sessionStorage.length).toBe(0);
  });

  it("keeps no value of a hidden field that nobody typed, and shows its newer one", async () => {
    await draw({ size: "S" });
    await type("name", "Bo");
    await act(async () => root?.unmount());
    await draw({ size: "L" });
    await choose("firm");
    expect(control("name")?.value).toBe("Bo");
    expect(document.querySelector<HTMLInputElement>("[name=size]:checked")?.value).toBe("L");
  });

  it("keeps what is changed back, and the hidden fields of a draft", async () => {
    const draft = { at: "2026-03-01T12:00:00Z", fields: ["name", "ein"] };
    await draw({ name: "Bo", ein: "83-4500001", size: "S" }, draft);
    await choose("person");
    await type("name", "Ada");
    await type("name", "Bo");
    await expect
      .poll(() => posted.at(-1)?.["data"])
      .toEqual({ name: "Bo", kind: "person", ein: "83-4500001" });
  });
});
